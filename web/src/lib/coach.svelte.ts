// The coach of a guided game: which card is shown, what it points at, what is done for who asks.
import { api } from './api';
import type { Game } from './game.svelte';
import { keep, keptOf } from './lessons';
import { expected, lit, nextOf, shownCard, thingsOf, type Next } from './play/coach';
import type { Thing } from './play/choose';
import type { Card, Lesson, Progress } from './types';

export class Coach {
  lesson = $state.raw<Lesson | null>(null);
  read = $state(-1); // the last card that was put away
  away = $state(false); // the person plays without the coach

  private readonly game: Game;

  constructor(game: Game) {
    this.game = game;
    const kept = keptOf(game.id);
    [this.read, this.away] = [kept.read, kept.away];
    game.alone = id => this.on && !this.away && this.next?.is === 'piece' && this.next.id === id;
  }

  readonly progress: Progress | null = $derived.by(() => this.game.snapshot?.lesson ?? null);
  readonly on: boolean = $derived.by(() => !!this.lesson && !!this.progress && !this.game.past && !this.game.film.on);
  readonly at: number = $derived.by(() => (this.progress ? shownCard(this.progress, this.read) : 0));
  readonly card: Card | null = $derived.by(() => this.lesson?.cards[this.at] ?? null);
  readonly done: boolean = $derived.by(() => this.on && !this.card);
  readonly strayed: boolean = $derived.by(() => !this.done && this.progress?.back != null);
  /** The other side is answering. */
  readonly waiting: boolean = $derived.by(() => !this.strayed && !!this.card?.acts && !this.progress?.say.length);
  readonly offer = $derived.by(() => expected(this.progress?.say ?? [], this.game.offers, this.game.picked));
  readonly next: Next | null = $derived.by(() => {
    if (!this.card || !this.progress) return null;
    const { offers, picked, armed } = this.game;
    return nextOf(this.card, this.progress, { offers, picked, armed: armed?.offer ?? null, onMap: t => this.onMap(t) });
  });
  /** What is lit on the map. */
  readonly lit: Thing[] = $derived.by(() => (this.on && !this.away && !this.strayed && this.card && this.progress ? lit(this.card, this.progress, this.offer) : []));
  /** Of these, what is clicked now, in order. */
  readonly steps: Thing[] = $derived.by(() => (this.offer && this.card?.acts && !this.game.armed && this.progress ? thingsOf(this.offer, this.progress.say).filter(t => this.onMap(t)) : []));

  async open(): Promise<void> {
    const { snapshot } = this.game;
    if (snapshot?.lesson && !this.lesson) this.lesson = await api.lesson(snapshot.title);
  }

  private onMap(thing: Thing): boolean {
    const { model, pieces, view } = this.game;
    if (!model) return false;
    if (thing.is === 'space') return model.place.has(thing.id) && !view?.battle; // its board lies over the map
    return thing.is === 'piece' && model.place.has(pieces.get(thing.id)?.at ?? '');
  }

  /** What was read beyond a deed that was taken back is read again. */
  private keep(): void {
    if (this.progress) this.read = Math.min(this.read, this.progress.step - 1);
    keep(this.game.id, { read: this.read, away: this.away });
  }

  /** The next card begins with nothing chosen but what the question chooses by itself: a click that it asks for would let go of
   * what still is. */
  putAway(): void {
    this.read = this.at;
    this.game.chooseAfresh();
    this.keep();
  }
  /** To the card before: one that was read, or what was decided last is taken back. */
  async back(): Promise<void> {
    if (!this.progress) return;
    if (this.at > this.progress.card) this.read = this.at - 2;
    else await this.game.undo();
    this.keep();
  }
  get canGoBack(): boolean {
    return !!this.progress && (this.at > this.progress.card || this.game.undoable);
  }
  /** Back to the lesson after something else was done. */
  async takeBack(): Promise<void> {
    if (this.progress?.back != null) await this.game.undo(this.progress.back);
    this.keep();
  }
  /** Does what the card asks for. */
  async show(): Promise<void> {
    if (this.progress?.say.length) await this.game.perform([...this.progress.say]);
  }
  leave(): void {
    this.away = true;
    this.keep();
  }
  comeBack(): void {
    this.away = false;
    this.keep();
  }
}
