/**
 * Rules for discriminators. They validate nothing, but servers and clients use them to select the type of an object.
 */
import type { EffectVerdict, SchemaRules } from './schema-rule.ts';

export type DiscriminatorKind =
  | 'discriminator-added'
  | 'discriminator-removed'
  | 'discriminator-property-name-changed'
  | 'discriminator-value-added'
  | 'discriminator-value-removed'
  | 'discriminator-value-changed';

const possiblyMisreadVerdict = (why: string): EffectVerdict => ({ impact: 'risky', breaks: 'clients', why });
const misreadVerdict = (why: string): EffectVerdict => ({ impact: 'breaking', breaks: 'clients', why });

export const discriminatorRules: SchemaRules<DiscriminatorKind> = {
  'discriminator-added': {
    effect: 'none',
    title: 'a discriminator was added',
    request: possiblyMisreadVerdict(
      'Existing clients do not know which value selects which alternative, and may send other values. Also select the alternative by the schema that matches.',
    ),
    response: possiblyMisreadVerdict(
      'The same responses are valid, but newly generated clients select the alternative by this property. Make sure that every response has one of the values.',
    ),
  },
  'discriminator-removed': {
    effect: 'none',
    title: 'a discriminator was removed',
    request: possiblyMisreadVerdict(
      'Clients still send the values that select the alternatives, but the contract no longer says that they are read. Keep the discriminator, or fix the property with "const" in each alternative.',
    ),
    response: possiblyMisreadVerdict(
      'Clients select the alternative by this property, and the contract no longer guarantees its values. Keep the discriminator, or fix the property with "const" in each alternative.',
    ),
  },
  'discriminator-property-name-changed': {
    effect: 'both',
    title: 'the discriminator property changed',
    request: misreadVerdict(
      'Existing clients select the alternative by the old property, which the server no longer reads. Read both properties, or publish a new version.',
    ),
    response: misreadVerdict(
      'Existing clients read the alternative from the old property. Keep its values there, or publish a new version.',
    ),
  },
  'discriminator-value-added': {
    effect: 'wider',
    title: 'a discriminator value was added',
    response: misreadVerdict(
      'Existing clients do not know which alternative the value selects. Keep returning the old values, or publish a new version.',
    ),
  },
  'discriminator-value-removed': {
    effect: 'narrower',
    title: 'a discriminator value was removed',
    request: misreadVerdict(
      'Existing clients send the value, which no longer selects an alternative. Keep it in the mapping in addition to the new one.',
    ),
  },
  'discriminator-value-changed': {
    effect: 'both',
    title: 'a discriminator value selects a different alternative',
    request: misreadVerdict(
      'The server reads what existing clients send with this value as a different type. Keep the old meaning, and give the other alternative its own value.',
    ),
    response: misreadVerdict(
      'Existing clients read what they get with this value as a different type. Keep the old meaning, and give the other alternative its own value.',
    ),
  },
};
