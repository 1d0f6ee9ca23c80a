"""Speed of our environments compared with PettingZoo's and RLCard's."""
