// What somebody has chosen for a new game and goes to read about first: it is there again when he comes back, and the game
// that he starts from the briefing is played so.

export interface Wanted {
  slug: string;
  scenario: string;
  settings: Record<string, number>;
  seats: string[]; // "person", "friend", or "computer" and which one
  edition: string;
  explains: boolean;
  resigns: boolean;
}

let wanted: Wanted | null = null;

export const keep = (chosen: Wanted): void => void (wanted = chosen);
export const forget = (): void => void (wanted = null);
export const wantedFor = (slug: string): Wanted | null => (wanted?.slug === slug ? wanted : null);
export const wantedTitle = (): string => wanted?.slug ?? '';
/** The computer that was chosen, if one was: "regular". */
export const rivalIn = (chosen: Wanted | null): string => chosen?.seats.find(s => s.startsWith('computer '))?.split(' ')[1] ?? '';
