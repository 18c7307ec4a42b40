/** Where 32 bits with a sign end: the first number that they do not hold. */
export const two31 = 2n ** 31n;
/** From here on doubles do not hold every integer. */
export const two53 = 2n ** 53n;
/** The first number that 64 bits without a sign do not hold. */
export const two64 = 2n ** 64n;
