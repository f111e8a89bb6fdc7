import { data } from './data.ts'
import type { Package } from './packages.ts'

const addressOf = ({ name, version }: Pick<Package, 'name' | 'version'>) =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`
const licenceOf = (licence: string) =>
  /[ (]/.test(licence) ? [{ expression: licence }] : [{ license: { id: licence } }]

/** The bill of materials in CycloneDX's form. Without a time or a serial number, so that equal contents are equal files. */
export function billOfMaterials(version: string, packages: readonly Package[]): Record<string, unknown> {
  const byPath = new Map(packages.map((one) => [one.path, one]))
  // A package installed twice is one component.
  const parts = new Map<string, { first: Package; needs: Set<string> }>()
  for (const one of packages) {
    const part = parts.get(addressOf(one)) ?? { first: one, needs: new Set<string>() }
    for (const path of one.needs) part.needs.add(addressOf(byPath.get(path) as Package))
    parts.set(addressOf(one), part)
  }
  const product = `pkg:npm/portal@${version}`
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { 'bom-ref': product, type: 'application', name: 'portal', version, purl: product } },
    components: [
      ...[...parts].map(([address, { first }]) => ({
        'bom-ref': address,
        type: 'library',
        name: first.name,
        version: first.version,
        purl: address,
        licenses: licenceOf(first.licence),
        hashes: [{ alg: 'SHA-512', content: Buffer.from(first.integrity.slice(7), 'base64').toString('hex') }],
      })),
      ...data.map(({ name, version: edition, licence, source }) => ({
        'bom-ref': `data:${name}`,
        type: 'data',
        name,
        ...(edition ? { version: edition } : {}),
        licenses: [{ license: { name: licence } }],
        ...(source ? { externalReferences: [{ type: 'website', url: source }] } : {}),
      })),
    ],
    dependencies: [...parts].map(([ref, { needs }]) => ({ ref, dependsOn: [...needs].sort() })),
  }
}
