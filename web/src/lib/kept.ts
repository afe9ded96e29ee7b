// Small wishes that a browser keeps for the next visit; without storage they last as long as the page.
const PREFIX = 'sandtable.';
const memory = new Map<string, string>();

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return memory.get(key) ?? null;
  }
}

export function remember(key: string, value: string): void {
  memory.set(key, value);
  try {
    localStorage.setItem(PREFIX + key, value);
  } catch {
    // storage may be closed to us: memory must do
  }
}
