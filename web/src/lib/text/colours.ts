/** Colours of seats that a game has of its own, for all that lies around its table. */

export interface SeatColour {
  colour: string;
  /** The rim that goes along with it. */
  rim: number;
}

/** A style under which every mark, line and plate of a seat has that colour. */
export const painted = (seats: (SeatColour | null)[]): string =>
  seats
    .flatMap((own, i) =>
      own ? [`--seat-${i + 1}: ${own.colour}`, `--rim-${i + 1}: var(--pat-${own.rim})`] : [],
    )
    .join('; ');
