import { readFileSync } from 'node:fs'
import { type CityResponse, Reader } from 'mmdb-lib'
import { StartError } from './start-error.ts'

/** City, region and country of an address, or null if it is not known. */
export type PlaceOf = (address: string | null, language: 'en' | 'fr') => string | null

/** Reads the file of places once; a wrong file is reported at the start (SEC-2). */
export function openPlaces(file: string | null): PlaceOf {
  if (file === null) return () => null
  const reader = readerOf(file)
  return (address, language) => {
    const found = address === null ? null : lookUp(reader, address)
    const names = [found?.city?.names, found?.subdivisions?.[0]?.names, found?.country?.names]
    const words = names.flatMap((name) => name?.[language] ?? name?.en ?? [])
    return words.length > 0 ? [...new Set(words)].join(', ') : null
  }
}

function readerOf(file: string): Reader<CityResponse> {
  try {
    return new Reader<CityResponse>(readFileSync(file))
  } catch (error) {
    throw new StartError(`GEOIP_FILE=${file} is not a readable MaxMind database (${(error as Error).message}).`)
  }
}

/** Addresses of a kind that the file does not have are unknown, not an error. */
function lookUp(reader: Reader<CityResponse>, address: string): CityResponse | null {
  try {
    return reader.get(address.replace(/^::ffff:(?=\d+\.)/, ''))
  } catch {
    return null
  }
}
