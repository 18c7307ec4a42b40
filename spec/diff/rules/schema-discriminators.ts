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
    title: 'a property tells the alternatives apart now',
    request: possiblyMisreadVerdict(
      'Clients of the old contract were not told which values name which alternative, and may send others. Tell them apart by what fits, too.',
    ),
    response: possiblyMisreadVerdict(
      'The same answers are valid, but clients that are built anew choose the alternative by this property. Make sure that every answer has one of the values.',
    ),
  },
  'discriminator-removed': {
    effect: 'none',
    title: 'no property tells the alternatives apart any more',
    request: possiblyMisreadVerdict(
      'Clients go on sending the values that named the alternatives, but nothing says that they are read. Keep the discriminator, or pin the property in each alternative.',
    ),
    response: possiblyMisreadVerdict(
      'Clients choose the alternative by this property, and nothing promises its values any more. Keep the discriminator, or pin the property in each alternative.',
    ),
  },
  'discriminator-property-name-changed': {
    effect: 'both',
    title: 'another property tells the alternatives apart',
    request: misreadVerdict(
      'Clients of the old contract name the alternative in the old property, where it is not looked for any more. Read both, or make a new version.',
    ),
    response: misreadVerdict(
      'Clients of the old contract look for the alternative in the old property. Keep its values there, or make a new version.',
    ),
  },
  'discriminator-value-added': {
    effect: 'wider',
    title: 'an alternative goes by a new value',
    response: misreadVerdict(
      'Clients of the old contract do not know which alternative the value names. Go on answering the old values, or make a new version.',
    ),
  },
  'discriminator-value-removed': {
    effect: 'narrower',
    title: 'a value does not name an alternative any more',
    request: misreadVerdict(
      'Clients of the old contract send the value, and it leads nowhere now. Keep it in the mapping beside the new one.',
    ),
  },
  'discriminator-value-changed': {
    effect: 'both',
    title: 'a value names another alternative',
    request: misreadVerdict(
      'What clients of the old contract send under this value is read as something else. Keep the old meaning, and give the other one a value of its own.',
    ),
    response: misreadVerdict(
      'Clients of the old contract read what they get under this value as something else. Keep the old meaning, and give the other one a value of its own.',
    ),
  },
};
