import { exchangeMutants } from '../evals/diff/mutants/index.ts';
import { holdTheDiffer } from '../evals/diff/support.ts';

holdTheDiffer(exchangeMutants);
