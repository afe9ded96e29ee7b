/// <reference types="svelte" />
/// <reference types="vite/client" />

declare module 'virtual:glyphs' {
  /** weight -> letter -> [advance, outline] in thousandths of the size */
  const glyphs: Record<string, Record<string, [number, string]>>;
  export default glyphs;
}
