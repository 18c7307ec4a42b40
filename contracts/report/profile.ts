/** How thoroughly a run tests an implementation: what a profile leaves out is said wherever its result is. */

/** `smoke`: is it alive. `standard`: the default. `deep`: ten times as many random bodies and sequences. */
export const profileNames = ['smoke', 'standard', 'deep'] as const;

export type ProfileName = (typeof profileNames)[number];

/** `standard, which leaves out 9 of 10 random bodies and sequences of deep` */
export function describeProfile({ profile = 'standard' }: { readonly profile?: ProfileName }): string {
  return `${profile}, ${leftOut[profile]}`;
}

const leftOut: Readonly<Record<ProfileName, string>> = {
  smoke: 'one valid request to each operation: all else is left out, nothing is certified',
  standard: 'which leaves out 9 of 10 random bodies and sequences of --profile deep',
  deep: 'which leaves out nothing; random bodies and sequences are a sample of those possible',
};
