/** Rules for object properties. Their ids contain only the direction, since the property is the location. */
import type { SchemaRules } from './schema-rule.ts';

export type PropertyKind =
  | 'required-property-added'
  | 'optional-property-added'
  | 'property-added-to-closed-object'
  | 'property-removed'
  | 'property-removed-from-closed-object'
  | 'required-property-removed'
  | 'optional-property-removed'
  | 'property-became-required'
  | 'property-became-optional'
  | 'property-became-read-only'
  | 'property-became-not-read-only'
  | 'required-property-became-write-only'
  | 'optional-property-became-write-only'
  | 'property-became-not-write-only'
  | 'dependent-required-added'
  | 'dependent-required-removed'
  | 'additional-properties-forbidden'
  | 'additional-properties-allowed';

const ignoredVerdict = {
  impact: 'risky',
  breaks: 'clients',
  why: 'Clients may go on sending it, as other properties are allowed, but nothing says that it is read, or that any value of it is right. Keep it until no client sends it.',
} as const;
const possiblyMissingVerdict = {
  impact: 'risky',
  breaks: 'clients',
  why: 'The old contract never promised it, but a client that uses it where it is given loses it. Keep it until no client reads it.',
} as const;
const missingVerdict = {
  impact: 'breaking',
  breaks: 'clients',
  why: 'The old contract promised it in every answer, and clients read it without asking. Keep it, or make a new version.',
} as const;
const newInRequestVerdict = {
  impact: 'harmless',
  breaks: 'nobody',
  why: 'Clients need not send it. One that has sent something else under this name, which no contract told it to, is the exception.',
} as const;
const newInResponseVerdict = {
  impact: 'harmless',
  breaks: 'nobody',
  why: 'Other properties were allowed, so clients are ready to pass over those that they do not know.',
} as const;

export const propertyRules: SchemaRules<PropertyKind> = {
  'required-property-added': {
    effect: 'narrower',
    title: 'a required property was added',
    request: {
      impact: 'breaking',
      breaks: 'clients',
      why: 'Clients of the old contract do not send it, and are refused. Make it optional.',
    },
  },
  'optional-property-added': {
    effect: 'both',
    title: 'an optional property was added',
    request: newInRequestVerdict,
    response: newInResponseVerdict,
  },
  'property-added-to-closed-object': {
    effect: 'wider',
    title: 'a property was added where no others were allowed',
    response: {
      impact: 'breaking',
      breaks: 'clients',
      why: 'The old contract ruled out other properties, so clients may refuse an answer that has one. Allow additional properties first, or make a new version.',
    },
  },
  'property-removed': {
    effect: 'both',
    title: 'a property was removed',
    request: ignoredVerdict,
    response: possiblyMissingVerdict,
  },
  'property-removed-from-closed-object': {
    effect: 'narrower',
    title: 'a property is not accepted any more',
    request: {
      impact: 'breaking',
      breaks: 'clients',
      why: 'Clients of the old contract may send it, and what is not declared is judged more strictly now. Go on accepting it.',
    },
  },
  'required-property-removed': {
    effect: 'both',
    title: 'a required property was removed',
    request: ignoredVerdict,
    response: missingVerdict,
  },
  'optional-property-removed': {
    effect: 'both',
    title: 'an optional property was removed',
    request: ignoredVerdict,
    response: possiblyMissingVerdict,
  },
  'property-became-required': { effect: 'narrower', title: 'a property became required' },
  'property-became-optional': { effect: 'wider', title: 'a property became optional' },
  'property-became-read-only': {
    effect: 'both',
    title: 'a property became readOnly',
    request: {
      impact: 'risky',
      breaks: 'clients',
      why: 'Clients that send it should not any more; a server may pass over it or refuse it. Pass over it.',
    },
  },
  'property-became-not-read-only': {
    effect: 'both',
    title: 'a property may be sent now',
    request: newInRequestVerdict,
  },
  'required-property-became-write-only': {
    effect: 'both',
    title: 'a required property is not given any more',
    response: missingVerdict,
  },
  'optional-property-became-write-only': {
    effect: 'both',
    title: 'an optional property is not given any more',
    response: possiblyMissingVerdict,
  },
  'property-became-not-write-only': {
    effect: 'both',
    title: 'a property is given now',
    response: newInResponseVerdict,
  },
  'dependent-required-added': { effect: 'narrower', title: 'a property asks for another one now' },
  'dependent-required-removed': {
    effect: 'wider',
    title: 'a property does not ask for another one any more',
  },
  'additional-properties-forbidden': {
    effect: 'narrower',
    title: 'additional properties are not allowed any more',
  },
  'additional-properties-allowed': { effect: 'wider', title: 'additional properties are allowed now' },
};
