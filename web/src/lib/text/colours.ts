/** Seat colours of games that have their own, for everything around the table. */

export interface SeatColour {
  colour: string;
  /** The number of the pattern that goes with the colour. */
  rim: number;
}

/** A style attribute that sets the colours of all seats. */
export const painted = (seats: (SeatColour | null)[]): string =>
  seats
    .flatMap((own, i) =>
      own ? [`--seat-${i + 1}: ${own.colour}`, `--rim-${i + 1}: var(--pat-${own.rim})`] : [],
    )
    .join('; ');
