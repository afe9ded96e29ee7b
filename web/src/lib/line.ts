// Things that are done one after the other, in the order in which they came.
export class Line {
  private last: Promise<unknown> = Promise.resolve();

  join<T>(work: () => Promise<T>): Promise<T> {
    const done = this.last.then(work);
    this.last = done.catch(() => undefined);
    return done;
  }
}
