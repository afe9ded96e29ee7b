// The colours of the map. Sand against teal, gold and crimson: highlights stay apart from the ground.
export type Rgb = [number, number, number];

export const SAND_LIGHT: Rgb = [233, 214, 170];
export const SAND_DARK: Rgb = [221, 193, 140];
export const DUNE: Rgb = [240, 214, 150];
export const GREEN: Rgb = [176, 184, 122];
export const SALT: Rgb = [236, 228, 204];
export const SEA_SHORE: Rgb = [172, 205, 201];
export const SEA_DEEP: Rgb = [104, 152, 170];
export const FOAM: Rgb = [246, 251, 247];

export const INK = {
  coast: '#5d5438',
  escarpment: '#6b4722',
  hachure: '#7c552b',
  roadCase: '#5b2c1c',
  roadCore: '#e8b04a',
  track: '#8b5e2f',
  rail: '#2e2920',
  halo: 'rgba(255,244,214,.5)',
  name: '#2b2113',
  nameHalo: 'rgba(246,232,198,.9)',
  fort: '#3a3327',
  mine: '#8e2a1e',
  wadi: '#7d8f8a',
};

export const HUE = {
  gold: '#e09a00',
  goldFill: '#ffd452',
  teal: '#0d6a80',
  tealFill: '#10a5c4',
  crimson: '#b3261e',
  ink: '#2b2419',
  path: '#0b4f60',
};

/** What each side's own things are tinted with: Allied 0, Axis 1, nobody -1. */
export const sideColour = (side: number): string => (side === 0 ? '#c98a3c' : side === 1 ? '#6f7d68' : '#b9a982');
export const sideDark = (side: number): string => (side === 0 ? '#a8762f' : side === 1 ? '#5c6a55' : '#6a5c45');
