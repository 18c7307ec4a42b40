/** What the verifier is given in the place of secrets: nothing that it writes, to its log or its report, can hold one. */
import { randomBytes } from 'node:crypto';
import { type Mask, masking } from '../../../secrets/masking.ts';

export interface StandIns {
  /** What a secret is recorded as, whichever it is. */
  readonly recorded: string;
  /** The same one for the same secret. */
  of(secret: string): string;
  /** Secrets in the place of their stand-ins, as it goes out. */
  revealed(text: string, spelled?: (secret: string) => string): string;
  /** What was given out, in the place of what it stands for, as `recorded`. */
  unified(text: string): string;
  isIn(text: string): boolean;
  /** Masks the stand-ins and the secrets that are known by now. */
  readonly mask: Mask;
}

export function standIns(): StandIns {
  const secrets = new Map<string, string>();
  const recorded = newStandIn();
  let mask: Mask = masking([recorded]);
  const all = (text: string, by: (secret: string) => string) =>
    [...secrets].reduce((changed, [standIn, secret]) => changed.replaceAll(standIn, () => by(secret)), text);
  return {
    recorded,
    of(secret) {
      const known = [...secrets].find(([, one]) => one === secret)?.[0];
      if (known !== undefined) return known;
      const standIn = newStandIn();
      secrets.set(standIn, secret);
      mask = masking([recorded, ...secrets.keys(), ...secrets.values()]);
      return standIn;
    },
    revealed: (text, spelled = (secret) => secret) => all(text, spelled),
    unified: (text) => all(text, () => recorded),
    isIn: (text) => [...secrets.keys()].some((standIn) => text.includes(standIn)),
    mask: (text) => mask(text),
  };
}

function newStandIn(): string {
  return `stand-in-${randomBytes(16).toString('hex')}`;
}
