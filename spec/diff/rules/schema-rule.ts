/** The type of schema rules: one for each kind of difference, by its effect on the allowed values. */
import type { Direction } from '../../model/schema.ts';
import type { ChangeRule, Impact } from './change.ts';

/**
 * The effect on the allowed values. `narrower`: some are no longer allowed; `wider`: more are allowed; `both`;
 * `unclear`: neither shown nor ruled out; `none`: the same values with another meaning.
 */
export type Effect = 'narrower' | 'wider' | 'both' | 'unclear' | 'none';

export interface EffectVerdict {
  readonly impact: Impact;
  readonly breaks: ChangeRule['breaks'];
  readonly why: string;
}

/** One kind of difference. Without a specific verdict, effect and direction decide what breaks. */
export interface SchemaRule {
  readonly effect: Effect;
  readonly title: string;
  readonly request?: EffectVerdict;
  readonly response?: EffectVerdict;
}

export type SchemaRules<Kind extends string> = Readonly<Record<Kind, SchemaRule>>;

export const defaultVerdicts: Readonly<Record<Direction, Readonly<Record<Effect, EffectVerdict>>>> = {
  request: {
    narrower: {
      impact: 'breaking',
      breaks: 'clients',
      why: 'Clients of the old contract may send what is refused now. Go on accepting it, or give the new demand a version of its own.',
    },
    wider: {
      impact: 'harmless',
      breaks: 'servers',
      why: 'Whatever clients send by the old contract is still accepted. Only a server that keeps the old contract refuses what is new.',
    },
    both: {
      impact: 'breaking',
      breaks: 'clients',
      why: 'Clients of the old contract may send what is refused now, and what is accepted instead they do not know. Accept both, or make a new version.',
    },
    unclear: {
      impact: 'risky',
      breaks: 'clients',
      why: 'No value was found that the old contract allows and the new one refuses, but that there is none could not be shown. Compare the two by hand.',
    },
    none: { impact: 'harmless', breaks: 'nobody', why: 'The same requests are valid.' },
  },
  response: {
    narrower: {
      impact: 'harmless',
      breaks: 'servers',
      why: 'Clients get nothing that they were not told of. Only a server that keeps the old contract promises less than the new one.',
    },
    wider: {
      impact: 'breaking',
      breaks: 'clients',
      why: 'Clients of the old contract may get what it ruled out, and need not be ready for it. Keep to the old promise, or make a new version.',
    },
    both: {
      impact: 'breaking',
      breaks: 'clients',
      why: 'Clients of the old contract may get what it ruled out, and no longer what it promised. Keep to the old promise, or make a new version.',
    },
    unclear: {
      impact: 'risky',
      breaks: 'clients',
      why: 'No value was found that the new contract allows and the old one ruled out, but that there is none could not be shown. Compare the two by hand.',
    },
    none: { impact: 'harmless', breaks: 'nobody', why: 'The same answers are valid.' },
  },
};
