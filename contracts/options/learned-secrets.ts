/** Secrets that a run learns while it lasts, such as a token that a hook sets: they are masked like credentials. */

export interface LearnedSecrets {
  /** Short values are ignored: masking them would hide unrelated text. */
  add(secret: string): void;
  /** All of them; the list only grows. */
  secrets(): readonly string[];
  /** For one of many that are used once, such as the signature of a request: masked only as it is written. */
  addSingleUse(secret: string): void;
  maskSingleUse(text: string): string;
}

/** `onLearned`: for other outputs that have to mask them. */
export function createLearnedSecrets(onLearned: (secret: string) => void = () => {}): LearnedSecrets {
  const known: string[] = [];
  const singleUse = new Set<string>();
  return {
    add(secret) {
      if (secret.length < MIN_SECRET_LENGTH || known.includes(secret)) return;
      known.push(secret);
      onLearned(secret);
    },
    secrets: () => known,
    addSingleUse(secret) {
      for (const [word] of secret.matchAll(WORD)) singleUse.add(word);
    },
    maskSingleUse: (text) =>
      singleUse.size === 0 ? text : text.replaceAll(WORD, (word) => (singleUse.has(word) ? '***' : word)),
  };
}

/** In characters. */
export const MIN_SECRET_LENGTH = 6;

/** A part of a value; long enough to be no ordinary one. */
const WORD = /[\w.~+/-]{8,}/g;
