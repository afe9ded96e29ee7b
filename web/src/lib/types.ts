// The shapes of docs/protocol.md and of sandtable.kernel.board and view. Fields with their default value are left out.

export type Point = [number, number];
export type Corner = 'nw' | 'ne' | 'sw' | 'se' | 'n' | 's' | 'centre';

export interface Badge {
  kind: string;
  text?: string;
  corner?: Corner;
  title?: string;
}
export interface Space {
  id: string;
  name: string;
  centre: Point;
  outline?: Point[];
  shape?: 'polygon' | 'card' | 'plate';
  terrain?: string;
  cover?: string;
  label?: Point | null;
  badges?: Badge[];
  per_row?: number;
  neighbours?: string[];
}
export interface Edge {
  a: string;
  b: string;
  kind: string;
  low?: string;
  note?: string;
}
export interface Link {
  a: string;
  b: string;
  kind: string;
  bend?: number;
  bars?: string[];
}
export interface Line {
  kind: string;
  path?: Point[];
  spaces?: string[];
  name?: string;
  scenery?: boolean;
}
export interface Region {
  text: string;
  at: Point;
  size?: number;
  angle?: number;
  tone?: 'land' | 'sea';
}
export interface Face {
  nation: string;
  symbol: string;
  factors?: string;
  size?: string;
  top?: string;
  left?: string;
  right?: string;
  stripe?: string;
  corner?: string;
  corner_shape?: '' | 'square' | 'triangle' | 'disc' | 'circle';
  note?: string;
  pips?: [number, number];
  weak?: boolean;
  wheels?: boolean;
  red?: string;
  title?: string;
}
export interface Board {
  kind: 'area' | 'hex' | 'box';
  size: Point;
  spaces: Space[];
  faces: Record<string, Face>;
  edges?: Edge[];
  links?: Link[];
  lines?: Line[];
  land?: Point[][];
  regions?: Region[];
  counter?: number;
  scale?: number;
}

export interface Status {
  kind: string;
  text?: string;
  title?: string;
  rule?: string;
}
export interface Piece {
  id: string;
  at: string;
  side: number;
  face: string;
  states?: Status[];
  spent?: boolean;
}
export interface Spot {
  id: string;
  holder?: number;
  marks?: Status[];
}
export interface Cell {
  text: string;
  note?: string;
  state?: '' | 'past' | 'current' | 'ready' | 'used' | 'empty' | 'ghost';
  side?: number;
  rule?: string;
  chance?: number;
  pips?: [number, number];
  pieces?: string[];
  covered?: number;
}
export interface Panel {
  id: string;
  title: string;
  kind: 'track' | 'pool' | 'list' | 'box';
  cells?: Cell[];
  note?: string;
  rule?: string;
  at?: Point | null;
  group?: string;
}
export interface Fact {
  text: string;
  value?: string;
  rule?: string;
}
export interface Stage {
  mark: string;
  name: string;
  rule: string;
  state?: '' | 'past' | 'current';
  facts?: Fact[];
}
export interface Fighter {
  piece: string;
  note?: string;
  gone?: boolean;
}
export interface Party {
  side: number;
  title: string;
  fighters: Fighter[];
  note?: string;
}
export interface Battle {
  title: string;
  parties: [Party, Party];
  stages: Stage[];
}
export interface Occasion {
  title: string;
  text: string;
  rule: string;
  costs?: Fact[];
}
export type Tone = 'good' | 'fair' | 'bad';
export interface Tinted {
  text: string;
  spaces: string[];
  tone: Tone;
}
export interface Overlay {
  title: string;
  rule: string;
  zones?: Tinted[];
  ways?: Tinted[];
  notes?: string[];
}
export interface Side {
  name: string;
  score?: string;
  note?: string;
}
export interface View {
  when: string;
  steps: Cell[];
  sides: Side[];
  pieces: Piece[];
  spots: Spot[];
  panels?: Panel[];
  closed?: number[]; // sides whose stacks may hold more than is seen
  focus?: string[];
  active?: Cell[];
  occasion?: Occasion | null;
  battle?: Battle | null;
}
export interface Addend {
  kind: 'add' | 'times' | 'round';
  text: string;
  rule: string;
  what: string;
}
export interface Sum {
  what: string;
  total: string;
  terms: Addend[];
}
export interface Chance {
  name: string;
  chance: number;
  means?: string;
  rule?: string;
  tone?: '' | 'good' | 'fair' | 'poor' | 'bad';
}
export interface Forecast {
  title: string;
  assumes: string;
  sums: Sum[];
  chances: Chance[];
  rule?: string;
  notes?: string[];
}
export interface Outcome {
  winner: number;
  level: string;
  rule: string;
  score?: [number, number];
  text?: string;
}

export interface Scenario {
  id: string;
  name: string;
  text: string;
}
export interface Setting {
  id: string;
  name: string;
  text: string;
  rule: string;
  low: number;
  high: number;
  default: number;
  choices: string[];
  bid: boolean; // two people may bid for it in secret
}
export interface Settled {
  winner: number; // the bidder who commands the first side
  bid: number;
  dice: number[];
}
export interface Title {
  slug: string;
  name: string;
  text: string;
  credits: string;
  complete: boolean;
  sides: string[];
  scenarios: Scenario[];
  settings: Setting[];
  hidden: boolean;
  layers: { id: string; name: string; text: string }[];
  editions: string[]; // other values than ours, by name
}
export interface Player {
  id: string;
  name: string;
  text: string;
}
export interface Rule {
  id: string;
  chapter: string;
  topic: string;
  requirement: string;
  ruling: string;
  case: string;
}
export interface Seat {
  kind: 'person' | 'computer' | 'friend';
  player?: string;
}
export interface Summary {
  id: string;
  name: string;
  title: string;
  scenario: string;
  when: string;
  ply: number;
  seats: Seat[];
  over: Outcome | null;
  created: string | number;
  changed: string | number;
  tokens?: (string | null)[];
}
export interface Created {
  id: string;
  tokens: (string | null)[];
  links: (string | null)[];
  watch: string;
}
export interface Arg {
  kind: string;
  is: 'piece' | 'space' | 'other';
  id: string;
}
export interface Offer {
  text: string;
  label: string;
  verb: string;
  rule: string;
  stop: boolean;
  args: Arg[];
}
export interface Prompt {
  side: number;
  yours: boolean;
  text: string;
  rule: string;
  frame: string[];
  offers: Offer[];
}
export interface Word {
  text: string;
  kind?: string;
}
export interface Die {
  by: number;
  face: number;
  rule: string;
  of?: number;
}
export interface Entry {
  ply: number;
  side: number;
  words: Word[];
  rule?: string;
  dice?: Die[];
  sum?: Sum | null;
}
export interface Snapshot {
  game: string;
  title: string;
  scenario: string;
  settings: Record<string, number>;
  name: string;
  ply: number;
  seq: number; // of two snapshots the one with more is newer
  viewer: number;
  seats: Seat[];
  view: View;
  prompt: Prompt | null;
  undo: number | null;
  over: Outcome | null;
  commitment: string;
  seed?: string;
  frozen?: string; // why it cannot go on
  last?: Entry[];
}
export interface Moved {
  ply: number;
  log: Entry[]; // since the ply of the request
  snapshot: Snapshot;
}
export interface Refusal {
  rule: string;
  text: string;
}
export interface Advice {
  forecast: Forecast | null;
  cautions: Refusal[];
  rolls: boolean;
}
export interface Walk {
  say: string[];
  left: number | null; // movement, if the title tells
}
export type Walks = Record<string, Record<string, Walk>>;
export interface Report {
  outcome: Outcome | null;
  scores: { ply: number; when: string; allied: number; axis: number }[];
  losses: { side: number; unit: string; ply: number; face: string }[];
  luck: { ply: number; battle: boolean; words: Word[]; side: number; of: number; rolls: number; expected: number; got: number }[];
}
