// The live connection: comes back by itself, a little later each time, and at once when the network says so.
import type { Live as Message, Snapshot } from './types';

export interface Listener {
  snapshot(snapshot: Snapshot): void;
  thinking(side: number): void;
  online(is: boolean): void;
  gone(reason: string): void;
}

const FIRST = 400;
const LAST = 10_000;
const PING = 20_000;

export class Live {
  private socket: WebSocket | null = null;
  private wait = FIRST;
  private timer = 0;
  private pulse = 0;
  private closed = false;
  private readonly retry = (): void => {
    if (!this.closed && this.socket?.readyState !== WebSocket.OPEN) this.open();
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
    clearTimeout(this.timer);
    clearInterval(this.pulse);
    this.socket?.close();
  }

  private open(): void {
    clearTimeout(this.timer);
    clearInterval(this.pulse);
    this.socket?.close();
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = FIRST;
      this.listener.online(true);
      this.pulse = window.setInterval(() => socket.readyState === WebSocket.OPEN && socket.send('{"kind":"ping"}'), PING);
    };
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(String(data)) as Message;
      if (message.kind === 'snapshot') this.listener.snapshot(message);
      else if (message.kind === 'thinking') this.listener.thinking(message.side);
    };
    socket.onclose = ({ code, reason }) => {
      if (this.closed || this.socket !== socket) return;
      if (code === 1008 || code >= 4000) return this.listener.gone(reason || 'the game cannot be watched');
      this.listener.online(false);
      this.timer = window.setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(LAST, this.wait * 1.7);
    };
  }
}

export function liveAddress(id: string, token: string | null): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}/api/games/${encodeURIComponent(id)}/live${token ? `?token=${encodeURIComponent(token)}` : ''}`;
}
