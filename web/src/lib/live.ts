// The live connection: comes back by itself, a little later each time, and at once when the network says so.
// A network can fall silent without a word. So the server is asked now and then whether it is there, and always answers: what
// has not been heard of when the next question is due is lost. That is noticed within two PINGs.
import type { Live as Message, Snapshot } from './types';

export interface Listener {
  snapshot(snapshot: Snapshot): void;
  thinking(side: number): void;
  online(is: boolean): void;
  gone(reason: string): void;
}

const FIRST = 400;
const LAST = 10_000;
const OPENING = 10_000;
const PING = 5_000;

export class Live {
  private socket: WebSocket | null = null;
  private wait = FIRST;
  private timer = 0; // until it is opened again
  private pulse = 0; // until it is asked again, or, while it opens, given up
  private asked = false; // and nothing was heard since
  private closed = false;
  private readonly retry = (): void => {
    if (this.closed) return;
    if (this.socket?.readyState === WebSocket.OPEN) this.ask(this.socket);
    else this.open();
  };

  constructor(
    private readonly address: string,
    private readonly listener: Listener,
  ) {
    addEventListener('online', this.retry);
    this.open();
  }

  close(): void {
    this.closed = true;
    removeEventListener('online', this.retry);
    this.leave();
  }

  /** Whatever was there is of no interest any more. A dead connection may take a minute to say that it is closed. */
  private leave(): void {
    clearTimeout(this.timer);
    clearInterval(this.pulse);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  private open(): void {
    this.leave();
    const socket = new WebSocket(this.address);
    this.socket = socket;
    this.pulse = window.setInterval(() => this.lose(socket), OPENING);
    socket.onopen = () => {
      if (this.socket !== socket) return;
      clearInterval(this.pulse);
      this.wait = FIRST;
      this.asked = false;
      this.listener.online(true);
      this.pulse = window.setInterval(() => this.ask(socket), PING);
    };
    socket.onmessage = ({ data }) => {
      if (this.socket !== socket) return;
      this.asked = false;
      const message = JSON.parse(String(data)) as Message;
      if (message.kind === 'snapshot') this.listener.snapshot(message);
      else if (message.kind === 'thinking') this.listener.thinking(message.side);
    };
    socket.onclose = ({ code, reason }) => {
      if (this.socket !== socket) return;
      if (code !== 1008 && code < 4000) return this.lose(socket);
      this.leave();
      this.listener.gone(reason || 'the game cannot be watched');
    };
  }

  private ask(socket: WebSocket): void {
    if (this.asked || socket.readyState !== WebSocket.OPEN) return this.lose(socket);
    this.asked = true;
    socket.send('{"kind":"ping"}');
  }

  private lose(socket: WebSocket): void {
    if (this.socket !== socket) return;
    this.leave();
    this.listener.online(false);
    this.timer = window.setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(LAST, this.wait * 1.7);
  }
}

export function liveAddress(id: string, token: string | null): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}/api/games/${encodeURIComponent(id)}/live${token ? `?token=${encodeURIComponent(token)}` : ''}`;
}
