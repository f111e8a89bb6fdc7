import { cardBulk } from './card-bulk.ts'
import { cards } from './cards.ts'
import { companies } from './companies.ts'
import { documentation } from './documentation.ts'
import type { Endpoint } from './endpoint.ts'
import { files } from './files.ts'
import { locations, places } from './locations.ts'
import { logs } from './logs.ts'
import { outbox } from './outbox.ts'
import { profiles } from './profile.ts'
import { session } from './session.ts'
import { switching } from './switching.ts'

/** Every feature's contract, for those that walk them all: the OpenAPI document, the toast table and the tests. */
export const contracts = { locations, places, session, switching, profiles, files, companies, outbox, cards, cardBulk, logs, documentation }
export const everyEndpoint: readonly Endpoint[] = Object.values(contracts).flatMap((contract) => Object.values(contract) as Endpoint[])
