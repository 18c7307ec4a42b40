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
      why: 'Existing clients may send values that are now rejected. Keep accepting them, or publish a new version.',
    },
    wider: {
      impact: 'harmless',
      breaks: 'servers',
      why: 'All requests that the old contract allows are still accepted. Only a server of the old contract rejects the new values.',
    },
    both: {
      impact: 'breaking',
      breaks: 'clients',
      why: 'Existing clients may send values that are now rejected, and do not know those that are accepted instead. Accept both, or publish a new version.',
    },
    unclear: {
      impact: 'risky',
      breaks: 'clients',
      why: 'No value was found that the old contract allows and the new one rejects, but the comparison cannot prove that there is none. Compare the two versions by hand.',
    },
    none: { impact: 'harmless', breaks: 'none', why: 'The same requests are valid.' },
  },
  response: {
    narrower: {
      impact: 'harmless',
      breaks: 'servers',
      why: 'Clients get only values that the old contract allows. Only a server of the old contract can send values that the new one rejects.',
    },
    wider: {
      impact: 'breaking',
      breaks: 'clients',
      why: 'Existing clients may get values that the old contract does not allow, and may not support them. Keep to the old contract, or publish a new version.',
    },
    both: {
      impact: 'breaking',
      breaks: 'clients',
      why: 'Existing clients may get values that the old contract does not allow, and no longer those that it guarantees. Keep to the old contract, or publish a new version.',
    },
    unclear: {
      impact: 'risky',
      breaks: 'clients',
      why: 'No value was found that the new contract allows and the old one rejects, but the comparison cannot prove that there is none. Compare the two versions by hand.',
    },
    none: { impact: 'harmless', breaks: 'none', why: 'The same responses are valid.' },
  },
};
