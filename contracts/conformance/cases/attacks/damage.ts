/** What is done to a right secret: each is a way in which a careless comparison lets it pass. */
import {
  asIs,
  type CredentialTemplate,
  inOtherCase,
  withFirstChanged,
  withLastChanged,
  withoutFirst,
  withoutLast,
  withSpace,
} from '../../../../shell/credential-form.ts';

export interface Damage {
  readonly name: string;
  readonly words: string;
  readonly template: CredentialTemplate;
}

export const damages: readonly Damage[] = [
  { name: 'extended', words: 'the right secret with a letter more', template: [asIs, 'x'] },
  { name: 'cut', words: 'the right secret with a letter less', template: [withoutLast] },
  { name: 'cut in front', words: 'the right secret without its first letter', template: [withoutFirst] },
  { name: 'other case', words: 'the right secret in another case', template: [inOtherCase(asIs)] },
  { name: 'changed', words: 'the right secret with its last letter changed', template: [withLastChanged] },
  {
    name: 'changed in front',
    words: 'the right secret with its first letter changed',
    template: [withFirstChanged],
  },
  {
    name: 'with a space inside',
    words: 'the right secret with a space after its first letter',
    template: [withSpace],
  },
  { name: 'doubled', words: 'the right secret twice, one behind the other', template: [asIs, asIs] },
];
