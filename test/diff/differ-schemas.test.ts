import { testDiffer } from '../evals/diff/differ-tests.ts';
import { schemaMutants } from '../evals/diff/mutants/index.ts';

testDiffer(schemaMutants);
