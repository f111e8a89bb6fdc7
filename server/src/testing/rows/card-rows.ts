import { cardTemplates } from '@portal/contract/cards/card-templates.ts'
import { people } from '../factories.ts'
import { type NorthlineApp, northlineCard, northlineCardFile, northlineCardIds } from '../northline.ts'
import { form } from '../uploads.ts'
import { denied, type EndpointRow } from './answers.ts'

let made = 0
/** The rows for a card's files, history and use, for bulk actions and for templates in the table of every endpoint (T1). */
export function cardRows(world: NorthlineApp): Record<string, EndpointRow> {
  const byAdmin = (status: number) => ({
    ...denied,
    desk: 403,
    northline: 403,
    prairie: 403,
    clerk: 403,
    staff: status,
  })
  const newLimits = () => northlineCardIds(world, { changes: { daily_card_limit: 750 } })
  const templateBody = () => ({ name: `Long haul ${++made}`, daily_card_limit: 500 })
  const template = async () => {
    const { body } = await world.ask(people.staff, cardTemplates.create, { body: templateBody() })
    return { params: { id: body.id }, body: templateBody() }
  }
  return {
    'cardFiles.list': {
      answers: { ...denied, desk: 200, northline: 200, prairie: 404, clerk: 200, staff: 200 },
      call: () => northlineCard(world),
      unknown: 404,
    },
    'cardFiles.add': {
      answers: { ...denied, desk: 403, northline: 201, prairie: 404, clerk: 403, staff: 201 },
      call: async () => ({ params: (await northlineCard(world)).params, ...form({ content: 'words', name: 'a.txt' }) }),
      unknown: 404,
    },
    'cardFiles.remove': {
      answers: { ...denied, desk: 403, northline: 204, prairie: 404, clerk: 403, staff: 204 },
      call: () => northlineCardFile(world),
      unknown: 404,
    },
    'cardHistory.list': {
      answers: { ...denied, desk: 200, northline: 200, prairie: 404, clerk: 200, staff: 200 },
      call: async () => ({ params: (await northlineCard(world)).params }),
      unknown: 404,
    },
    'cards.usage': {
      answers: { ...denied, desk: 200, northline: 200, prairie: 404, clerk: 200, staff: 200 },
      call: async () => ({ params: (await northlineCard(world)).params }),
      unknown: 404,
    },
    'cards.export': {
      answers: { ...denied, desk: 200, northline: 200, prairie: 404, clerk: 200, staff: 200 },
      call: () => northlineCardIds(world),
    },
    'cards.assign': {
      answers: { ...denied, desk: 403, northline: 403, prairie: 403, clerk: 403, staff: 200 },
      call: () => northlineCardIds(world, { customerCompanyId: world.northlineId }),
    },
    'cards.assignPreview': {
      answers: { ...denied, desk: 403, northline: 403, prairie: 403, clerk: 403, staff: 200 },
      call: () => northlineCardIds(world, { customerCompanyId: world.northlineId }),
    },
    'cards.hold': {
      answers: { ...denied, desk: 403, northline: 200, prairie: 404, clerk: 403, staff: 200 },
      call: () => northlineCardIds(world, { reason: 'Lost' }),
    },
    'cards.release': {
      answers: { ...denied, desk: 403, northline: 200, prairie: 404, clerk: 403, staff: 200 },
      call: () => northlineCardIds(world),
    },
    'cards.limits': { answers: byAdmin(200), call: newLimits },
    'cards.limitsPreview': { answers: byAdmin(200), call: newLimits },
    'cardTemplates.list': { answers: byAdmin(200) },
    'cardTemplates.get': { answers: byAdmin(200), call: template, unknown: 404 },
    'cardTemplates.create': { answers: byAdmin(201), call: async () => ({ body: templateBody() }) },
    'cardTemplates.update': { answers: byAdmin(200), call: template, unknown: 404 },
    'cardTemplates.remove': { answers: byAdmin(204), call: template, unknown: 404 },
  }
}
