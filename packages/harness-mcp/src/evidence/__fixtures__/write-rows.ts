// A program that writes rows to the file in its first argument until it is killed. Each line of its output is one row.
import { createEvidenceFile } from '../create-evidence-file.ts'

const file = createEvidenceFile(process.argv[2] ?? '')
for (let count = 0; ; count += 1) {
  await file.record({ at: new Date(0).toISOString(), event: 'call_attempted', tool: `tool-${count}`, actor: 'x'.repeat(2_000) })
  if (count % 100 === 0) await new Promise((resolve) => process.stdout.write(`${count}\n`, resolve))
}
