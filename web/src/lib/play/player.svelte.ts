// Shows a film scene by scene: the other side's doings as they come, an earlier part of the game, or all since one's last turn.
import type { Battle, Film as Reel, Move, Snapshot, View } from '../types';
import { battleOf, isOf, PACES, rest, scenesOf, stays, travelTime, type Pace, type Scene } from './film';
import type { Model } from '../map/model';

/** What a player needs of the game. */
export interface Stage {
  ply(): number; // of the game as it is now
  kind(): Model['kind'];
  settled(): boolean; // nothing more comes by itself: it is for the viewer to decide, or over
  patient(): boolean; // the computer will go on soon
  fighting(): boolean; // it is for the viewer to decide in a battle that goes on
  moment(ply: number): Promise<Snapshot>;
  reel(from: number, to: number): Promise<Reel>;
  show(moment: Snapshot | null): void; // none: the game as it is now
  side(piece: string): number | undefined;
  attacker(scene: Scene): number; // whose the battle is that is told in a scene
}

type Mode = '' | 'follow' | 'replay' | 'since';

const KEY = 'sandtable.pace';
const HOLD = 1200; // until a move that may go on is shown
const IDLE = 2500; // until a film of a person's doings is over
const LATE = 600; // for so long after its end a key or a click is still meant for a film
const OWN = 90; // milliseconds of one's own way, a step

/** A battle in which dice fell stops the film. */
const stops = (scene: Scene): boolean => scene.kind === 'battle' && scene.entries.some(e => e.role === 'decides' || e.dice.length > 0);

export const still = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

function readPace(): Pace {
  const kept = localStorage.getItem(KEY);
  return PACES.find(p => p === kept) ?? 'normal';
}

export class Player {
  pace = $state<Pace>(readPace());
  mode = $state<Mode>('');
  scenes = $state.raw<Scene[]>([]);
  at = $state(-1); // the scene that is shown
  paused = $state(false);
  t = $state(1); // how far those who move have come
  rests = $state(false); // a scene has been shown and waits for a key
  battle = $state(false); // the result of a battle is shown
  fought = $state.raw<Battle | null>(null); // that battle, as it was last seen
  waits = $state(false); // for what comes next
  all = $state(false); // all arrows are shown
  before = $state.raw<View | null>(null); // as it was when the scene began
  own = $state.raw<Move[]>([]); // of the viewer's own move along a way
  from = $state(0); // the ply at which the film begins
  seen = $state(-1); // up to this ply battles were shown

  private to = 0; // what is known of it
  private entries: Reel['log'] = [];
  private moves: Move[] = [];
  private run = 0;
  private nudge: (() => void) | null = null;
  private listens = false; // it waits for news
  private covered = false; // something lies over the table
  private ended = -Infinity; // when

  readonly scene: Scene | null = $derived(this.scenes[this.at] ?? null);
  readonly on = $derived(this.mode === 'follow' || this.mode === 'replay');
  /** Pieces that are drawn on their way, and not where they will be. */
  readonly flying: ReadonlySet<string> = $derived(new Set(this.t < 1 ? (this.own.length ? this.own : (this.scene?.moves ?? [])).map(m => m.piece) : []));

  constructor(private readonly stage: Stage) {}

  setPace(pace: Pace): void {
    this.pace = pace;
    localStorage.setItem(KEY, pace);
    if (pace === 'none' && this.on) this.stop();
    else if (!this.battle) this.nudge?.(); // a battle is read, at whatever pace the rest goes
  }

  /** There is news of the others since a ply. */
  follow(since: number): void {
    if (this.mode === 'follow') return void (this.listens && this.nudge?.()); // what is being shown is shown to its end
    if (this.mode || this.pace === 'none') return;
    this.begin('follow', since);
    void this.roll();
  }

  /** A part of the game from a ply on. */
  play(from: number): void {
    this.begin('replay', from);
    if (this.pace === 'none') this.pace = 'normal';
    void this.roll();
  }

  /** All that has happened since a ply, at once. */
  async since(ply: number): Promise<void> {
    this.begin('since', ply);
    const run = this.run;
    const before = await this.stage.moment(ply);
    while (run === this.run && this.to < this.stage.ply() && (await this.load()));
    if (run === this.run) this.before = before.view;
  }

  private begin(mode: Mode, from: number): void {
    this.halt();
    Object.assign(this, { mode, from, to: from, entries: [], moves: [], scenes: [], at: -1, paused: false, t: 1, own: [], before: null, all: mode === 'since' });
  }

  private halt(): void {
    this.run++;
    this.nudge?.();
    Object.assign(this, { rests: false, battle: false, waits: false });
  }

  /** The film is over: the game as it is now. */
  stop(): void {
    if (!this.mode) return;
    const shown = this.on;
    if (this.battle && this.scene) this.seen = Math.max(this.seen, this.scene.to); // who skips while its result is announced has read it
    this.begin('', 0);
    if (!shown) return;
    this.ended = performance.now();
    this.stage.show(null);
  }

  /** It ended so lately that whoever wanted to skip the rest may not have seen it. */
  hasJustEnded(): boolean {
    return performance.now() - this.ended < LATE;
  }

  /** Any key or click: the animation that runs is finished. */
  hurry(): void {
    if (this.on && !this.paused) this.nudge?.();
    if (this.own.length) this.t = 1;
  }

  pause(): void {
    this.paused = !this.paused;
    if (!this.paused) this.nudge?.();
  }

  /** To another scene, which is shown at once. */
  jump(to: number): void {
    if (to < 0 || to >= this.scenes.length) return;
    this.halt();
    this.at = to - 1;
    this.paused = false;
    void this.roll();
  }

  /** While something lies over the table nobody sees a film: it goes on when the table is free. */
  cover(is: boolean): void {
    this.covered = is;
    if (!is) this.nudge?.();
  }

  private async roll(): Promise<void> {
    const run = ++this.run;
    const gone = (): boolean => run !== this.run;
    try {
      for (;;) {
        while (this.covered && !gone()) await this.wait(null);
        const scene = await this.next(gone);
        if (gone()) return;
        if (!scene) return this.stop();
        await this.show(scene, gone);
        if (gone()) return;
      }
    } catch {
      if (!gone()) this.stop(); // what cannot be had cannot be shown
    }
  }

  /** The next scene, once it is whole; none: there is nothing more. */
  private async next(gone: () => boolean): Promise<Scene | null> {
    for (let held = false; !gone(); ) {
      const ready = this.scenes.length - this.at - 1;
      if (ready > 1) return this.scenes[++this.at];
      if (this.to < this.stage.ply()) {
        if (!(await this.load())) return null;
        held = false;
        continue;
      }
      if (ready && (held || this.mode === 'replay' || this.stage.settled())) return this.scenes[++this.at];
      if (!ready && (held || this.mode === 'replay' || this.stage.settled())) return null;
      this.waits = !ready;
      this.listens = true;
      held = !(await this.wait(ready ? HOLD : this.stage.patient() ? null : IDLE));
      this.waits = this.listens = false;
    }
    return null;
  }

  /** Takes in what is known of it by now, if there is more. Scenes that were shown stay as they were. */
  private async load(): Promise<boolean> {
    const run = this.run;
    const reel = await this.stage.reel(this.to, this.stage.ply());
    if (run !== this.run || reel.ply <= this.to) return false;
    this.to = reel.ply;
    const shown = this.scenes.slice(0, this.at + 1);
    const since = shown.at(-1)?.to ?? this.from;
    this.entries = [...this.entries, ...reel.log].filter(e => e.ply > since);
    this.moves = [...this.moves, ...reel.moves].filter(m => m.ply > since);
    const more = scenesOf({ entries: this.entries, moves: this.moves }, piece => this.stage.side(piece));
    this.scenes = [...shown, ...more.map(s => (s.kind === 'battle' ? { ...s, side: this.stage.attacker(s) } : s))];
    return true;
  }

  private async show(scene: Scene, gone: () => boolean): Promise<void> {
    const [before, after] = await Promise.all([this.stage.moment(scene.from - 1), this.stage.moment(scene.to)]);
    if (gone()) return;
    this.t = 0;
    this.before = before.view;
    if (stops(scene) && !this.goesOn(scene)) await this.fight(scene, gone);
    if (gone()) return;
    this.stage.show(after);
    await this.travel(scene, gone);
    const pause = rest(scene, this.pace);
    if (gone() || (stops(scene) && pause === null)) return;
    this.rests = pause === null;
    await this.wait(pause);
    while (this.paused && !gone()) await this.wait(null);
    this.rests = false;
  }

  /** The last that was done in a battle that goes on: its board is on the table, and says it. */
  private goesOn(scene: Scene): boolean {
    return this.mode === 'follow' && scene.to === this.stage.ply() && this.stage.fighting() && !scene.entries.some(e => e.role === 'decides');
  }

  /** A battle stops the film: its board as it was at the last, until one goes on. */
  private async fight(scene: Scene, gone: () => boolean): Promise<void> {
    this.fought = isOf(scene, this.before?.battle) ? this.before!.battle! : this.before ? battleOf(scene, this.before) : null;
    for (const ply of [scene.to, scene.to - 1, scene.to - 2, scene.from]) {
      const moment = ply >= scene.from ? await this.stage.moment(ply) : null;
      if (gone()) return;
      if (moment?.view.battle && (ply < scene.to || isOf(scene, moment.view.battle))) { // not the one that comes next
        this.fought = moment.view.battle;
        this.stage.show(moment);
        break;
      }
    }
    this.battle = true;
    await this.wait(stays(this.pace));
    while (this.paused && !gone()) await this.wait(null);
    if (!gone()) this.seen = Math.max(this.seen, scene.to);
    this.battle = false;
  }

  private async travel(scene: Scene, gone: () => boolean): Promise<void> {
    const steps = Math.max(0, ...scene.moves.map(m => m.path.length - 1).concat(scene.path.length - 1));
    await this.animate(travelTime(Math.max(1, scene.moves.length ? steps : 0), this.stage.kind(), this.pace), gone);
  }

  /** One's own move along a way: short, and nobody waits for it. */
  async walk(moves: Move[]): Promise<void> {
    if (still() || this.pace === 'none' || this.mode) return;
    this.own = moves;
    await this.animate(Math.min(600, moves.length * OWN), () => this.own !== moves);
    if (this.own === moves) this.own = [];
  }

  private async animate(time: number, gone: () => boolean): Promise<void> {
    if (still() || time <= 0) return void (this.t = 1);
    this.t = 0;
    let hurried = false;
    const begun = performance.now();
    this.nudge = () => (hurried = true);
    while (!hurried && !gone() && this.t < 1) {
      const now = await new Promise<number>(ok => requestAnimationFrame(ok));
      this.t = Math.min(1, (now - begun) / time);
    }
    if (!gone()) this.t = 1;
    this.nudge = null;
  }

  /** Until a nudge (true), or until the time is over (false). */
  private wait(time: number | null): Promise<boolean> {
    return new Promise(ok => {
      const timer = time === null ? 0 : window.setTimeout(() => end(false), time);
      const end = (nudged: boolean): void => {
        clearTimeout(timer);
        this.nudge = null;
        ok(nudged);
      };
      this.nudge = () => end(true);
    });
  }
}
