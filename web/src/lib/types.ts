// Made from the server's shapes by `python -m tools.wire`: change those, then run it. A field with a question mark is left
// out where there is nothing to say: it is empty, 0, false, null, or what the line says.

/** A cell of a table. The tone is the attacker's. */
export interface Mark {
  text: string;
  means?: string;
  tone?: Favour;
}

export interface Row {
  head: string;
  cells: Mark[];
  note?: string;
  sample?: string[];
  rule?: string;
  places?: string[];
}

/** A printed table. */
export interface Grid {
  id: string;
  title: string;
  columns: string[];
  lines: Row[];
  corner?: string;
  rule?: string;
  note?: string;
  legend?: Mark[];
  plain?: number; // else -1
}

/** What a turn brings. */
export interface Due {
  side: number;
  text: string;
  faces?: string[];
}

export interface Turn {
  name: string;
  note?: string;
  due?: Due[];
}

/** A counter of the box: the piece that it is in play, and its sides, the full one first. */
export interface Counter {
  piece: string;
  name: string;
  faces: string[];
  figures?: string;
  note?: string;
}

export interface Formation {
  side: number;
  name: string;
  counters: Counter[];
}

export interface Aids {
  fight?: Grid[];
  terrain?: Grid[];
  turns?: Turn[];
  order?: Formation[];
}

export type Point = [number, number];

export type BadgeKind = 'circle' | 'hexagon' | 'vp' | 'source' | 'port' | 'airfield' | 'depot' | 'fort' | 'mines' | 'entry' | 'note';

export type Corner = 'nw' | 'ne' | 'sw' | 'se' | 'n' | 's' | 'centre';

export type Cover = '' | 'rough' | 'dunes' | 'salt' | 'green' | 'sea' | 'town';

export type EdgeKind = 'open' | 'escarpment' | 'minefield' | 'fort' | 'perimeter' | 'wadi' | 'ridge' | 'coast' | 'sea' | 'zone';

export type LinkKind = 'zone_connection' | 'major' | 'secondary' | 'tertiary' | 'railway' | 'sea' | 'air';

export type LineKind = 'road' | 'track' | 'trail' | 'railway' | 'frontier' | 'town' | 'wadi' | 'escarpment' | 'ridge' | 'minefield';

export type Nation = 'german' | 'italian' | 'british' | 'indian' | 'australian' | 'french' | 'south_african' | 'new_zealand' | 'polish' | 'neutral';

export type UnitSymbol = 'infantry' | 'motorised' | 'mechanised' | 'armour' | 'recon' | 'armoured_car' | 'cavalry' | 'motorcycle' | 'parachute' | 'commando' | 'machine_gun' | 'at' | 'tank_destroyer' | 'aa' | 'artillery' | 'engineer' | 'supply' | 'column' | 'terminal' | 'air' | 'leader' | 'hq' | 'unknown';

export type Size = '' | 'company' | 'squadron' | 'battery' | 'battalion' | 'regiment' | 'brigade' | 'division' | 'corps' | 'army';

/** A printed mark of a space: its number and terrain modifier, victory points, a port, a depot. */
export interface Badge {
  kind: BadgeKind;
  text?: string;
  corner?: Corner; // else nw
  title?: string;
  below?: string;
  side?: number; // else -1
}

export interface Space {
  id: string;
  name: string;
  centre: Point;
  outline?: Point[];
  shape?: 'polygon' | 'card' | 'plate'; // else polygon
  terrain?: string;
  cover?: Cover;
  fort?: boolean;
  label?: Point | null;
  badges?: Badge[];
  per_row?: number;
  neighbours?: string[];
}

/** A feature on the boundary of two spaces. */
export interface Edge {
  a: string;
  b: string;
  kind: EdgeKind;
  low?: string;
  note?: string;
}

/** A printed line that joins two spaces: a road between boxes, a connection of zones. */
export interface Link {
  a: string;
  b: string;
  kind: LinkKind;
  bend?: number;
  bars?: string[];
}

/** Roads, tracks, railways, wadis, frontiers: as points, or as a chain of spaces to be smoothed. */
export interface Line {
  kind: LineKind;
  path?: Point[];
  spaces?: string[];
  name?: string;
  scenery?: boolean;
}

export interface Region {
  text: string;
  at: Point;
  size?: number; // else 40.0
  angle?: number;
  tone?: 'land' | 'sea'; // else land
}

/** A figure of a counter in words: "8", "against tanks". */
export interface Figure {
  value: string;
  name: string;
  called?: string;
}

/** What a counter shows; one for each side or state that looks different. */
export interface Face {
  nation: Nation;
  symbol: UnitSymbol;
  factors?: string;
  size?: Size;
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
  name?: string;
  figures?: Figure[];
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
  counter?: number; // else 46.0
  scale?: number; // else 1.0
  spoken?: Record<string, string>;
}

export type BlockKind = 'text' | 'example' | 'ruling' | 'reconstructed' | 'tip' | 'diagram';

/** How an unclear place of the original is read, or where a value comes from that it does not print. */
export interface Ruling {
  number: string;
  text: string;
}

/** A paragraph, a list, a table, a box or a diagram. In its HTML `data-rows` names the rows that an element says, and */
export interface Block {
  html: string;
  kind?: BlockKind; // else text
  title?: string;
  rows?: string[];
  diagram?: string;
  rulings?: Ruling[];
}

export interface Section {
  blocks: Block[];
  id?: string;
  name?: string;
}

export interface Chapter {
  sections: Section[];
  name: string;
  id?: string;
}

/** The rules of a title. One that is not written yet is put together from the ledger. */
export interface Book {
  title: string;
  name: string;
  written: boolean;
  chapters: Chapter[];
}

/** A space that a piece can reach, and the movement that is left then, if the title tells. */
export interface Reached {
  space: string;
  left: number | null;
}

export interface Arrow {
  kind: 'move' | 'attack';
  spaces: string[];
}

/** A diagram: a part of the board in a real position, and what is shown on it. */
export interface Picture {
  view: View;
  frame: [number, number, number, number];
  reach?: Reached[];
  overlays?: Overlay[];
  marks?: string[];
  arrows?: Arrow[];
  rings?: string[];
}

/** What a side wants, and how that is scored. */
export interface Aim {
  side: number;
  text: string;
}

/** Something to look at first, and where it is. */
export interface Look {
  text: string;
  spaces?: string[];
}

/** A way that a side may go: no order. */
export interface Thrust {
  side: number;
  spaces: string[];
  text: string;
}

export interface Briefing {
  title: string;
  scenario: string;
  name: string;
  situation: string[];
  difficulty: number;
  decisions: number;
  minutes: number;
  measured: string;
  beginner: number;
  why: string;
  aims: Aim[];
  first: Look[];
  arrows: Thrust[];
  view: View;
  frame: [number, number, number, number];
  turns?: number;
  alone?: boolean;
}

export type Named = [string, number];

export type PointedKind = 'piece' | 'space' | 'cell' | 'button';

/** Something that a card points at. */
export interface Pointed {
  is: PointedKind;
  id: string;
}

/** What to do, why, and what the rule says; texts are HTML. A card that asks for nothing is read and put away. */
export interface Card {
  title: string;
  text: string;
  part: number;
  acts?: boolean;
  why?: string;
  rule?: string;
  law?: string;
  show?: Pointed[];
  label?: string;
}

export interface Lesson {
  title: string;
  name: string;
  text: string;
  scenario: string;
  side: number;
  minutes: number;
  parts: string[];
  cards: Card[];
  learned: string[];
  next: string;
  next_name: string;
}

export type StatusKind = 'active' | 'used' | 'attacked' | 'held' | 'disrupted' | 'reduced' | 'damaged' | 'out_of_command' | 'assigned' | 'schwerpunkt' | 'pile' | 'out_of_supply' | 'isolated' | 'extended' | 'general_supply' | 'offensive_supply' | 'emplaced' | 'flown' | 'control' | 'contested' | 'vp' | 'battle' | 'fort' | 'improved' | 'works' | 'mined' | 'stock' | 'damage' | 'breached' | 'breaching' | 'blocked' | 'congested' | 'interdicted' | 'broken' | 'attack' | 'note';

export type Favour = '' | 'good' | 'fair' | 'poor' | 'bad';

export type Verdict = '' | 'gone' | 'back' | 'both' | 'us';

export type Tone = 'good' | 'fair' | 'bad';

/** A state of a piece, of a space or between spaces that has no face of its own: a small badge with a letter and a meaning. */
export interface Status {
  kind: StatusKind;
  text?: string;
  title?: string;
  rule?: string;
}

/** What a piece is sent to do far from where it stands: an air unit's flight. */
export interface Mission {
  name: string;
  target?: string;
  note?: string;
  rule?: string;
}

/** A counter on the board or in a holding box. What a viewer may not know of it is not in it. */
export interface Piece {
  id: string;
  at: string;
  side: number;
  face: string;
  states?: Status[];
  spent?: boolean;
  base?: string;
  mission?: Mission | null;
  figures?: Figure[];
}

/** What has changed about a space: its holder, markers on it. */
export interface Spot {
  id: string;
  holder?: number; // else -1
  marks?: Status[];
  badges?: Badge[];
}

/** Markers on the boundary of two spaces (a breached minefield) or on the line that joins them (a congested road). */
export interface Between {
  a: string;
  b: string;
  marks: Status[];
}

/** A space of a track, a marker of a pool, a line of a list, a card. */
export interface Cell {
  text: string;
  note?: string;
  state?: '' | 'past' | 'current' | 'ready' | 'used' | 'empty' | 'ghost';
  side?: number; // else -1
  rule?: string;
  chance?: number; // else -1.0
  pips?: [number, number];
  pieces?: string[];
  covered?: number;
  id?: string;
  head?: string;
}

/** A track, a holding box, a pool of markers: the printed parts of the sheet that are not the map. */
export interface Panel {
  id: string;
  title: string;
  kind: 'track' | 'pool' | 'list' | 'box' | 'cards';
  cells?: Cell[];
  note?: string;
  rule?: string;
  at?: Point | null;
  group?: string;
}

/** A number of a battle and where it comes from. */
export interface Fact {
  text: string;
  value?: string;
  rule?: string;
}

/** A step of the way a battle is fought, with what is known of it by now. */
export interface Stage {
  mark: string;
  name: string;
  rule: string;
  state?: '' | 'past' | 'current';
  facts?: Fact[];
}

/** One result and how likely it is. */
export interface Chance {
  name: string;
  chance: number;
  means?: string;
  rule?: string;
  tone?: Favour;
  margin?: number;
  verdict?: Verdict;
}

/** Whom a fighter aims at, and how likely it hits. */
export interface Target {
  piece: string;
  chance?: number; // else -1.0
  note?: string;
}

export interface Fighter {
  piece: string;
  note?: string;
  gone?: boolean;
  line?: number;
  targets?: Target[];
  may?: Target[];
  fate?: Chance[];
  values?: Fact[];
}

/** One side of a battle: those of its units that the viewer may see. */
export interface Party {
  side: number;
  title: string;
  fighters: Fighter[];
  note?: string;
  lines?: string[];
  total?: string;
}

/** Several decisions in a row that a title proposes to who decides: one click says them all. */
export interface Proposal {
  name: string;
  says: string[];
  text: string;
  again: boolean;
}

/** A battle that is being fought, step by step. */
export interface Battle {
  title: string;
  parties: [Party, Party];
  stages: Stage[];
  places?: string[];
  proposals?: Proposal[];
  which?: string;
}

/** Why somebody is asked out of turn. Title and text are public; what a choice costs is for who decides. */
export interface Occasion {
  title: string;
  text: string;
  rule: string;
  costs?: Fact[];
  idle?: boolean;
}

export interface Side {
  name: string;
  score?: string;
  note?: string;
  points?: number | null;
}

/** The line and the column of a player aid that count now. */
export interface Lit {
  table: string;
  line?: number; // else -1
  column?: number; // else -1
}

/** A part of what decides the game, as it stands, and what is still needed. */
export interface Goal {
  side: number;
  text: string;
  now?: string;
  need?: string;
  rule?: string;
  done?: boolean;
}

/** Everything that a viewer may see. Built on demand, by the title, for one side or for spectators (-1). */
export interface View {
  when: string;
  steps: Cell[];
  sides: Side[];
  pieces: Piece[];
  spots: Spot[];
  panels?: Panel[];
  closed?: number[];
  focus?: string[];
  active?: Cell[];
  occasion?: Occasion | null;
  battle?: Battle | null;
  turn?: string;
  lit?: Lit[];
  goals?: Goal[];
  edges?: Between[];
  links?: Between[];
  proposals?: Proposal[];
}

/** A step of a sum as it is read: "5", "+1½", "−2", "×¼", what a rounding left, "= 12"; what changes nothing, and why (idle); */
export interface Addend {
  kind: 'add' | 'times' | 'round' | 'idle' | 'open';
  text: string;
  rule: string;
  what: string;
}

/** A tally as it is sent: total and terms, exact, each with its rule. */
export interface Sum {
  what: string;
  total: string;
  terms: Addend[];
}

export interface Choice {
  value: string;
  text: string;
}

/** A choice on the way to the dice that a player may turn round to see what it is worth. Between yes and no it is a switch. */
export interface Switch {
  id: string;
  name: string;
  value: string;
  choices: Choice[];
  text?: string;
  rule?: string;
  side?: number; // else -1
}

/** What a kind of result leaves, in words. */
export interface Leaves {
  verdict: Verdict;
  text: string;
  rule?: string;
  name?: string;
}

/** A unit's line of a worksheet: a cell for each column, those that change nothing marked as idle. */
export interface SheetLine {
  name: string;
  cells: string[];
  total: string;
  piece?: string;
  idle?: number[];
}

/** A strength worked out as on paper: a column for each factor, a line for each unit. */
export interface Sheet {
  title: string;
  columns: Fact[];
  lines: SheetLine[];
  total: string;
}

/** The odds of what an option leads to, for choices that are named: exact, or sampled. Of a battle also who would fight: then */
export interface Forecast {
  title: string;
  assumes: string;
  sums: Sum[];
  chances: Chance[];
  rule?: string;
  notes?: string[];
  samples?: number;
  parties?: Party[];
  places?: string[];
  leaves?: Leaves[];
  switches?: Switch[];
  sheets?: Sheet[];
  dice?: string;
  fought_out?: boolean;
  lit?: Lit[];
  win?: string;
}

/** How a battle was decided, as it is announced. */
export interface Announcement {
  verdict: Verdict;
  name: string;
  text?: string;
  rule?: string;
  winner?: number; // else -1
  attacker?: number; // else -1
  slight?: boolean;
}

/** Spaces of an overlay that are tinted alike; the text is the legend's. */
export interface Zone {
  text: string;
  spaces: string[];
  tone: Tone;
}

/** A line of an overlay from space to space. */
export interface Way {
  text: string;
  spaces: string[];
  tone: Tone;
}

/** Something that a player may lay over the map: how far command reaches, where supply comes from. */
export interface Overlay {
  title: string;
  rule: string;
  zones?: Zone[];
  ways?: Way[];
  notes?: string[];
}

export type Walks = Record<string, Record<string, Walk>>;

/** What to say, in order, and the movement that is left then, if the title tells. */
export interface Walk {
  say: string[];
  left: number | null;
  rest?: string[];
  onto?: boolean;
}

export type Settings = Record<string, number>;

/** How a game ended. */
export interface Outcome {
  winner: number;
  level: string;
  rule: string;
  score?: [number, number];
  text?: string;
}

export type Is = 'piece' | 'space' | 'cell' | 'other';

export type Role = '' | 'opens' | 'decides' | 'loss' | 'retreat' | 'points';

export type Travel = 'moves' | 'appears' | 'vanishes' | 'lost';

export type Code = 'bad_host' | 'bad_record' | 'broken' | 'crowded' | 'foreign_origin' | 'frozen' | 'hidden' | 'key_used' | 'malformed' | 'no_game' | 'no_layer' | 'no_ply' | 'no_title' | 'not_allowed' | 'not_found' | 'not_owner' | 'not_your_seat' | 'refused' | 'slow' | 'stale' | 'store' | 'too_large' | 'unknown' | 'unplayable';

export type Live = News | Thinking | Pong;

/** Who holds a side: the person who made the game, the computer, or a friend with a link. */
export interface Seat {
  kind: 'person' | 'computer' | 'friend';
  player?: string; // else regular
  explains?: boolean;
  resigns?: boolean;
}

export interface NewGame {
  title: string;
  scenario: string;
  seats: [Seat, Seat];
  settings?: Settings;
  name?: string;
  edition?: string;
}

/** A wish for the guided first game of a title. */
export interface Teach {
  title: string;
}

/** What a record holds: which game, how far it came, who decides next (-1: it is over). */
export interface Kept {
  title: string;
  scenario: string;
  name: string;
  when: string;
  ply: number;
  side: number;
}

export interface Bids {
  setting: string;
  bids: [number, number];
}

/** A decision, or several in a row, the ply at which it was made, and a key that makes sending it again harmless. */
export interface Say {
  token: string;
  ply: number;
  key: string;
  text: string | string[];
}

export interface Undo {
  token: string;
  ply: number;
  key: string;
  to: number;
}

/** An answer given in advance: pass until attacked, never ask about an act, ask only if something can be done. */
export interface Wish {
  kind: 'unattacked' | 'never' | 'able';
  verb?: string;
  turn?: boolean;
}

/** The answer to a computer that offers to give the game up. */
export interface Resign {
  token: string;
  accept: boolean;
}

/** All the answers that a seat gives in advance, in place of those before. */
export interface Stand {
  token: string;
  wishes: Wish[];
}

export interface Ping {
  kind: 'ping';
}

/** Every refused request: a code for programs and the reason in one line for people. */
export interface Failure {
  code: Code;
  reason: string;
}

/** The request was made at another ply than the game's. */
export interface Stale {
  code: Code;
  reason: string;
  ply: number;
}

/** The rules forbid it: by which rule, and why. `rule` is empty where no rule of the title is concerned. */
export interface Refused {
  code: Code;
  reason: string;
  rule: string;
  text: string;
}

/** A scenario, and what its briefing says at a glance, if it has one. */
export interface ScenarioInfo {
  id: string;
  name: string;
  text: string;
  briefed?: boolean;
  difficulty?: number;
  turns?: number;
  minutes?: number;
  beginner?: number;
}

export interface SettingInfo {
  id: string;
  name: string;
  text: string;
  rule: string;
  low: number;
  high: number;
  default: number;
  choices: string[];
  bid: boolean;
  least: number;
  scenarios: string[];
}

/** Two secret bids laid open: which bidder (0 or 1) commands the first side, at what, and the dice of a tie. */
export interface Settled {
  winner: number;
  bid: number;
  dice: number[];
}

/** An overlay that can be laid over the map. */
export interface LayerInfo {
  id: string;
  name: string;
  text: string;
}

/** The guided first game of a title at a glance. */
export interface LessonInfo {
  text: string;
  side: number;
  minutes: number;
  steps: number;
}

export interface TitleInfo {
  slug: string;
  name: string;
  text: string;
  credits: string;
  complete: boolean;
  sides: [string, string];
  scenarios: ScenarioInfo[];
  settings: SettingInfo[];
  hidden: boolean;
  layers: LayerInfo[];
  starts: string[];
  deeds: string[];
  asides: string[];
  acts: Record<string, string>;
  as_one: boolean;
  editions: string[];
  lesson: LessonInfo | null;
}

/** A level of the computer. */
export interface PlayerInfo {
  id: string;
  name: string;
  text: string;
}

export interface RuleInfo {
  id: string;
  chapter: string;
  topic: string;
  requirement: string;
  ruling: string;
  case: string;
}

/** Tokens for the seats of this person, links for those of friends, and one for whoever only watches. */
export interface Created {
  id: string;
  tokens: [string | null, string | null];
  links: [string | null, string | null];
  watch: string;
}

/** A game in the owner's list. */
export interface Summary {
  id: string;
  name: string;
  title: string;
  scenario: string;
  when: string;
  ply: number;
  seats: [Seat, Seat];
  over: Outcome | null;
  created: string;
  changed: string;
  tokens: [string | null, string | null];
  links: [string | null, string | null];
  taken: [boolean, boolean];
  watch: string;
  lesson: boolean;
}

export interface Arg {
  kind: string;
  is: Is;
  id: string;
}

export interface Offer {
  text: string;
  label: string;
  verb: string;
  rule: string;
  stop: boolean;
  args: Arg[];
  what?: string;
  price?: string;
  by?: Arg[];
}

/** What is asked: a sentence, and for who decides how it is answered and what passing means. */
export interface Prompt {
  side: number;
  yours: boolean;
  text: string;
  rule: string;
  frame: string[];
  offers: Offer[];
  how?: string;
  stop?: string;
  own?: boolean;
  free?: boolean;
  earnest?: boolean;
}

/** Pieces that are chosen together: what to say for them to set out, what is open to them then, and where they can go. */
export interface Group {
  say: string[];
  offers: Offer[];
  walks: Record<string, Walk>;
}

/** A part of a sentence: plain text, or the name of a thing that can be clicked. */
export interface Word {
  text: string;
  is?: '' | 'piece' | 'space' | 'cell';
  id?: string;
}

/** One roll that the viewer saw; `of` is the number of faces, 0 for something drawn from a cup. */
export interface Die {
  by: number;
  face: number;
  rule: string;
  of: number;
}

/** What a line of the log stands under: something that went on then, or the step that it was in. */
export interface Heading {
  name: string;
  rule: string;
  level?: '' | 'turn' | 'phase' | 'action' | 'battle';
  mark?: string;
}

/** A line of the log; `ply` is the moment after it, `under` what went on: what has a level, and the innermost. */
export interface Entry {
  ply: number;
  side: number;
  words: Word[];
  rule: string;
  dice: Die[];
  sum: Sum | null;
  under: Heading[];
  role?: Role;
  by?: number; // else -1
  news?: Announcement;
  why?: string;
}

/** A piece that is elsewhere after a ply, as the viewer saw it: the spaces of its way, the first of which it left. Where it */
export interface Move {
  ply: number;
  piece: string;
  side: number;
  face: string;
  path: string[];
  kind?: Travel; // else moves
  cost?: number | null;
  start?: string;
}

/** What a viewer could see happen after a ply, up to and with another: what was told, and who went where. */
export interface Film {
  since: number;
  ply: number;
  log: Entry[];
  moves: Move[];
}

/** How far a guided game has come. */
export interface Progress {
  card: number;
  step: number;
  say: string[];
  back: number | null;
}

/** All that a viewer sees of a game at one moment. */
export interface Snapshot {
  game: string;
  title: string;
  scenario: string;
  settings: Settings;
  name: string;
  ply: number;
  seq: number;
  viewer: number;
  seats: [Seat, Seat];
  view: View;
  prompt: Prompt | null;
  undo: number | null;
  over: Outcome | null;
  commitment: string;
  last: Entry[];
  seed?: string;
  frozen?: string;
  standing: Wish[];
  lesson?: Progress;
  offered?: boolean;
}

/** A snapshot as it is pushed. */
export interface News extends Snapshot {
  kind: 'snapshot';
}

/** The computer ponders for a side. */
export interface Thinking {
  kind: 'thinking';
  side: number;
}

/** The answer to a ping. */
export interface Pong {
  kind: 'pong';
}

/** What was done: the ply that it led to, what was told since the ply of the request, and the game as it is now. */
export interface Moved {
  ply: number;
  log: Entry[];
  snapshot: Snapshot;
}

export interface Why {
  ok: boolean;
  rule: string;
  text: string;
}

export interface Caution {
  rule: string;
  text: string;
}

/** A decision: its text and how a button reads. */
export interface Said {
  text: string;
  label: string;
}

/** What an option may lead to. */
export interface Preview {
  forecast: Forecast | null;
  cautions: Caution[];
  rolls: boolean;
  usual?: Said[];
}

/** Something that could be done, in words. */
export interface Hint {
  text: string;
  label: string;
  rule: string;
}

/** Several steps of the computer's advice that are one way of one piece. */
export interface March {
  says: string[];
  label: string;
  to: string;
}

/** What now? What the computer would do in this seat, what it has in mind then, what it expects, and what else is undone. */
export interface Advice {
  ply: number;
  hint: Hint;
  stop: boolean;
  then: string[];
  forecast: Forecast | null;
  rule: string;
  undone: Hint[];
  why: string;
  march: March | null;
}

export interface Score {
  ply: number;
  when: string;
  turn: string;
  allied: number;
  axis: number;
}

export interface Loss {
  side: number;
  unit: string;
  ply: number;
  face: string;
}

/** The dice of one size of a side in a battle, or at one ply outside: how many, what they show on average, what they showed. */
export interface Luck {
  ply: number;
  battle: boolean;
  words: Word[];
  side: number;
  of: number;
  rolls: number;
  expected: number;
  got: number;
  low?: boolean;
}

/** One answer of chance in a finished game: the cup that it came out of, a die's faces for instance. */
export interface Draw {
  ply: number;
  cup: number[];
  face: number;
}

/** All that the seed of a finished game had to answer, in order, so that anybody can reckon it again. */
export interface Dice {
  since: number;
  draws: Draw[];
}

/** Where others on the network find this server. */
export interface Network {
  open: boolean;
  addresses: string[];
  command: string;
}

export interface Report {
  outcome: Outcome | null;
  scores: Score[];
  losses: Loss[];
  luck: Luck[];
}
