// `npm run supply` writes THIRD_PARTY_NOTICES.md. `-- --sbom FILE` writes the bill of materials of this version instead.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './house/source-files.ts'
import { noticesOf } from './supply/notices.ts'
import { shippedPackages, unwelcome } from './supply/packages.ts'
import { billOfMaterials } from './supply/sbom.ts'

const packages = shippedPackages()
const refused = unwelcome(packages)
if (refused.length > 0) {
  console.error(`These licences are not on the list of permissive ones:\n${refused.join('\n')}`)
  process.exit(1)
}
const at = process.argv.indexOf('--sbom')
const file = at < 0 ? join(root, 'THIRD_PARTY_NOTICES.md') : process.argv[at + 1]
if (!file) {
  console.error('Name the file: npm run supply -- --sbom FILE')
  process.exit(1)
}
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
writeFileSync(file, at < 0 ? noticesOf(packages) : `${JSON.stringify(billOfMaterials(version, packages), null, 2)}\n`)
console.log(`Wrote ${file}: ${packages.length} packages.`)
