import { testDiffer } from '../evals/diff/differ-tests.ts';
import { exchangeMutants } from '../evals/diff/mutants/index.ts';

testDiffer(exchangeMutants);
