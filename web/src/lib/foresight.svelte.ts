// The odds in sight: of what is about to be done, or of the attack that is put together or fought; and what each choice is worth.
import { Failure } from './api';
import type { Game } from './game.svelte';
import { decidedAfter, rolledBefore, type Decided } from './play/decided';
import { foughtAtOnce } from './play/film';
import { inLines } from './play/lines';
import { isFight, winOf } from './play/verdicts';
import type { Battle, Forecast, Preview, Switch } from './types';

export type Given = Record<string, string>;
const WAIT = 140; // milliseconds: what passes by is not asked about

export const keyOf = (id: string, value: string): string => `${id}=${value}`;
/** Every value that a switch does not have now. */
export const others = (switches: readonly Switch[]): [string, string][] => switches.flatMap(s => s.choices.filter(c => c.value !== s.value).map(c => [s.id, c.value] as [string, string]));

export class Foresight {
  attacks = $state.raw<Forecast[]>([]); // that are put together or fought
  chosen = $state(0); // which of them
  given = $state.raw<Given>({});
  worth = $state.raw<Record<string, number>>({}); // the chance to win if a switch were turned
  open = $state(false); // the board was asked for
  folded = $state(false); // it was put aside
  aside = $state(false); // the report of the game is read; the last fight waits behind it
  busy = $state(false); // a switch was turned, and its odds are on the way
  last = $state.raw<Forecast | null>(null); // the odds of the battle, when it was last foreseen
  private turned = $state.raw<Forecast | null>(null); // with switches turned
  private key = '';
  private looked = ''; // the moment whose odds are known: it may come while something earlier is looked at
  private timer = 0;

  constructor(private readonly game: Game) {}

  private readonly armed: Forecast | null = $derived.by(() => {
    const found = this.game.armed?.advice.forecast ?? null;
    return isFight(found) ? found : null;
  });
  /** What the board shows. */
  readonly forecast: Forecast | null = $derived.by(() => this.turned ?? this.armed ?? this.attacks[Math.min(this.chosen, this.attacks.length - 1)] ?? null);

  // What the board shows besides

  /** A battle that has just ended, until its viewer goes on; how it came out may have been read while losses were still taken. */
  readonly fought = $derived.by(() => {
    const { past, fought, log } = this.game;
    const decided = fought ? decidedAfter(log, fought.from) : null;
    const kept = decided ? decided.ply > Math.max(this.game.read, this.game.film.seen) : !!fought?.battle && inLines(fought.battle); // nothing is to be read of what was called off, or decided before the page was opened
    return past || !kept ? null : fought;
  });
  readonly battle: Battle | null = $derived.by(() => {
    const { view, film } = this.game;
    if (film.on && film.battle) return film.fought;
    if (!this.fought) return view?.battle ?? null;
    return this.fought.battle ?? (view ? foughtAtOnce(this.game.log, this.fought.from, view) : null);
  });
  /** How the battle came out at which a film has stopped. */
  readonly filmed: Decided | null = $derived.by(() => {
    const { film, log, viewer } = this.game;
    const entries = film.on && film.battle ? (film.scene?.entries ?? []) : [];
    return decidedAfter([...rolledBefore(log, entries, viewer), ...entries], -1);
  });
  readonly decided: Decided | null = $derived.by(() => this.filmed ?? (this.game.past || !(this.battle || this.fought) ? null : decidedAfter(this.game.log, this.fought?.from ?? this.game.battleFrom)));
  /** What is confirmed now is read with its odds, not with what came of the last. */
  readonly weighed: boolean = $derived.by(() => !!this.game.armed && !this.fought && !!this.forecast);
  readonly lines = $derived(!!this.battle && inLines(this.battle));
  /** What is asked in a battle in lines is answered on the map, which the lines would cover. */
  readonly away = $derived.by(() => {
    const { glow, pieces, model, prompt, film } = this.game;
    const { battle, lines } = this;
    if (!battle || !lines || !prompt?.yours || film.on || battle.proposals?.length) return false;
    const at = (id: string): string => pieces.get(id)?.at ?? '';
    const there = (id: string): boolean => !battle.places?.length || battle.places.includes(at(id));
    const asked = glow.spaces.size + glow.later.size > 0 || [...glow.pieces].some(id => model?.place.has(at(id)) && !there(id));
    return asked && !battle.parties.some(p => p.fighters.some(f => glow.pieces.has(f.piece) && ((f.line ?? 0) < 0 || there(f.piece))));
  });
  /** Whether the large board is to be seen: during a battle, before dice, or when it was asked for. */
  readonly shown = $derived.by(() => !this.aside && (this.game.film.on ? !!this.filmed || this.lines : !this.folded || !!this.fought) && (!!this.battle || !!this.decided || (!!this.forecast && (this.open || (!!this.game.armed?.advice.rolls && !this.elsewhere)))));

  /** What is about to be done rolls dice in another place than the fight whose odds are known. */
  private get elsewhere(): boolean {
    const to = (this.game.armed?.offer.args ?? []).filter(a => a.is === 'space').map(a => a.id);
    const places = this.forecast?.places ?? [];
    return to.length > 0 && places.length > 0 && !to.some(id => places.includes(id));
  }

  goOn(): void {
    this.game.read = this.decided?.ply ?? -1;
    if (this.filmed) this.game.film.hurry();
    else this.game.fought = null;
  }

  /** Keeps up with the game: called whenever the moment, or what is about to be done, changes. */
  follow(): void {
    const { ply, viewer, past, curtain, armed, busy } = this.game;
    if (busy) return; // what is said may change all of it; it is looked at when that is done
    const key = `${ply} ${viewer} ${past ? 'past' : ''} ${curtain} ${armed?.offer.text ?? ''}`;
    if (key === this.key) return;
    const moment = `${ply} ${viewer} `;
    const moved = !this.key.startsWith(moment);
    this.key = key;
    this.forget();
    if (armed?.advice.forecast) this.last = this.armed; // of what is no fight between parties none are kept: not those of the fight before
    if (moved) [this.attacks, this.looked] = [[], ''];
    if (moved && !this.battle && !this.fought) this.last = null;
    if (moved && !this.game.view?.battle) [this.open, this.folded] = [false, false];
    clearTimeout(this.timer);
    if (past || curtain >= 0 || !this.game.prompt) return;
    this.timer = window.setTimeout(() => void (this.looked === moment ? this.weigh(key) : this.look(key, moment)), WAIT);
  }

  private forget(): void {
    [this.given, this.worth, this.turned, this.busy] = [{}, {}, null, false];
  }

  /** The odds of what goes on now. */
  private async look(key: string, moment: string): Promise<void> {
    const found = await this.ask(key, () => this.game.outlook({}));
    if (found) [this.attacks, this.looked] = [found.filter(isFight), moment];
    await this.weigh(key);
  }

  /** What each switch would be worth the other way round: one after the other, while the board is open. */
  async weigh(key = this.key): Promise<void> {
    const [shown, given] = [this.forecast, this.given];
    if (!shown || !this.game.view) return;
    this.last = shown;
    if (!this.open && (this.lines || !(this.game.view.battle || this.game.armed?.advice.rolls))) return;
    for (const [id, value] of others(shown.switches ?? [])) {
      if (keyOf(id, value) in this.worth) continue;
      const found = await this.foresee(key, { ...this.given, [id]: value });
      if (key !== this.key || shown !== this.forecast || given !== this.given) return; // a switch was turned: that is worked out first
      if (found) this.worth = { ...this.worth, [keyOf(id, value)]: winOf(found, this.game.viewer) };
    }
  }

  /** Turns a switch: the odds are worked out anew. */
  async turn(id: string, value: string): Promise<void> {
    const { key } = this;
    this.given = { ...this.given, [id]: value };
    this.busy = true;
    const asked = this.given;
    const offer = this.armed ? this.game.armed!.offer : null;
    const found = await this.foresee(key, asked, ({ usual }) => asked === this.given && offer && this.game.rearm(offer, usual ?? []));
    if (key !== this.key || asked !== this.given) return;
    this.busy = false;
    if (found) this.turned = found;
    this.worth = {};
    await this.weigh(key);
  }

  private async foresee(key: string, given: Given, seen?: (preview: Preview) => void): Promise<Forecast | null> {
    const offer = this.armed ? this.game.armed!.offer : null;
    const title = this.forecast?.title;
    const preview = (p: Preview | null): Forecast[] => {
      if (p && key === this.key) seen?.(p);
      return p?.forecast ? [p.forecast] : [];
    };
    const found = await this.ask(key, () => (offer ? this.game.foresee(offer, given).then(preview) : this.game.outlook(given)));
    return found?.find(f => f.title === title) ?? found?.[Math.min(this.chosen, (found?.length ?? 1) - 1)] ?? null;
  }

  private leave(): null {
    this.key = '';
    return null;
  }

  private async ask(key: string, question: () => Promise<Forecast[]>): Promise<Forecast[] | null> {
    if (key !== this.key) return null;
    if (this.game.busy) return this.leave(); // this moment is passing; if it stays after all it is looked at again
    try {
      const found = await question();
      return key === this.key ? found : null;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return null; // the game has moved on; it is asked again
    }
  }
}
