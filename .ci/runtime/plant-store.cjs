#!/usr/bin/env node
// npx does not link a package's own bin inside its checkout; this workspace does it for us.
require('../../cli/plant-store.cjs');
