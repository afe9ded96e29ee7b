// Which painter this is: its sources as one number, so that what another one has painted is not shown.
declare const __PAINT__: string;
export const PAINT: string = typeof __PAINT__ === 'string' ? __PAINT__ : 'test';
