// Parse modules without running them; fail at the first that is none.

import { readFileSync } from "node:fs";
import { SourceTextModule } from "node:vm";

for (const [identifier, text] of Object.entries(JSON.parse(readFileSync(process.argv[2], "utf8")))) new SourceTextModule(text, { identifier });
console.log("ok");
