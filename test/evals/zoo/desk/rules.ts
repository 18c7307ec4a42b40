/** What each form takes, as desk.yaml says it. */

export type Rule = Scalar | ListRule | GroupRule;

export type Scalar = { readonly required?: boolean } & (
  | { readonly kind: 'text'; readonly min?: number; readonly max?: number; readonly pattern?: RegExp }
  | { readonly kind: 'integer' | 'number'; readonly min?: number; readonly max?: number }
  | { readonly kind: 'boolean' | 'date' | 'email' | 'uuid' }
  | { readonly kind: 'choice'; readonly options: readonly string[] }
);

export interface ListRule {
  readonly kind: 'list';
  readonly required?: boolean;
  /** One field for each item; else one field with commas. */
  readonly isSpread: boolean;
  readonly min: number;
  readonly max: number;
  readonly item: Scalar;
}

/** Fields named `group[member]`. */
export interface GroupRule {
  readonly kind: 'group';
  readonly required?: boolean;
  readonly members: Readonly<Record<string, Scalar>>;
}

export type Rules = Readonly<Record<string, Rule>>;

export const tiers: Scalar = { kind: 'choice', options: ['stalls', 'circle', 'gallery'] };
export const languages = ['en', 'de', 'fr'];

export const sessionRules: Rules = {
  desk: { kind: 'integer', min: 1, max: 12, required: true },
  language: { kind: 'choice', options: languages },
  remember: { kind: 'boolean' },
};

export const bookingRules: Rules = {
  performance: { kind: 'text', pattern: /^[A-Z]{2}-[0-9]{4}$/, required: true },
  date: { kind: 'date', required: true },
  tickets: { kind: 'integer', min: 1, max: 8, required: true },
  tier: { ...tiers, required: true },
  seats: {
    kind: 'list',
    isSpread: true,
    min: 1,
    max: 8,
    item: { kind: 'integer', min: 1, max: 400 },
    required: true,
  },
  wheelchair: { kind: 'boolean' },
  discount: { kind: 'number', min: 0, max: 100 },
  extras: {
    kind: 'list',
    isSpread: false,
    min: 1,
    max: Infinity,
    item: { kind: 'choice', options: ['programme', 'cloakroom', 'drink'] },
  },
  guest: {
    kind: 'group',
    members: {
      name: { kind: 'text', min: 1, max: 80, required: true },
      age: { kind: 'integer', min: 0, max: 130 },
    },
  },
  remark: { kind: 'text', max: 200 },
};

/** Of the parts that are text. */
export const attachmentRules: Rules = {
  label: { kind: 'text', min: 1, max: 60, required: true },
  copies: { kind: 'integer', min: 1, max: 20 },
  tags: { kind: 'list', isSpread: true, min: 0, max: 5, item: { kind: 'text', pattern: /^[a-z]{1,20}$/ } },
};

export const suggestionRules: Rules = {
  subject: { kind: 'text', min: 1, max: 120, required: true },
  stars: { kind: 'integer', min: 1, max: 5, required: true },
  contact: { kind: 'email' },
};

export const readingHeaders: Rules = {
  'x-request-id': { kind: 'uuid', required: true },
  'accept-language': {
    kind: 'list',
    isSpread: false,
    min: 1,
    max: Infinity,
    item: { kind: 'choice', options: languages },
  },
  'x-copies': { kind: 'integer', min: 1, max: 9 },
};

export const readingCookies: Rules = {
  theme: { kind: 'choice', options: ['light', 'dark'] },
  till: { kind: 'integer', min: 1, max: 99 },
};

export const reportQuery: Rules = {
  day: { kind: 'date', required: true },
  rows: { kind: 'integer', min: 1, max: 100 },
  tiers: { kind: 'list', isSpread: false, min: 1, max: Infinity, item: tiers },
};
