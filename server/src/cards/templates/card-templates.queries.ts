import { templateLimit } from '@portal/contract/cards/card-templates.ts'
import { AppError } from '@portal/contract/errors.ts'
import { sql } from 'kysely'
import type { Db, Scope } from '../../db/connect.ts'
import { visible } from '../../platform/access/visible.ts'
import { refuseOn } from '../../platform/http/errors.ts'
import type { CardColumns } from '../cards.columns.ts'

const visibleTemplates = visible('card_templates', 'company_id')
const withCompany = (templates: ReturnType<typeof visibleTemplates>) =>
  templates
    .innerJoin('companies', 'companies.id', 'card_templates.company_id')
    .selectAll('card_templates')
    .select(['companies.name as company_name', sql<boolean>`companies.kind = 'provider'`.as('is_shared')])

export const listTemplates = (db: Db, scope: Scope) =>
  withCompany(visibleTemplates(db, scope))
    .orderBy('is_shared', 'desc')
    .orderBy('company_name')
    .orderBy('card_templates.name')
    .limit(templateLimit)
    .execute()
export type StoredTemplate = Awaited<ReturnType<typeof listTemplates>>[number]

export async function getTemplate(db: Db, scope: Scope, id: number): Promise<StoredTemplate> {
  return withCompany(visibleTemplates(db, scope))
    .where('card_templates.id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('record.not-found'))
}
/** Locks the template until the transaction ends, so that the version that was read stays the current one. */
export async function lockTemplate(db: Db, scope: Scope, id: number): Promise<StoredTemplate> {
  await visibleTemplates(db, scope).select('id').where('id', '=', id).forUpdate().execute()
  return getTemplate(db, scope, id)
}
export async function countTemplates(db: Db): Promise<number> {
  const counted = db.selectFrom('card_templates').select(({ fn }) => fn.countAll<number>().as('count'))
  return (await counted.executeTakeFirstOrThrow()).count
}

const nameTaken = refuseOn(
  'card_templates_name',
  new AppError('card.template-name-taken', { name: 'card.template-name-taken' }),
)
type TemplateValues = { company_id: number; name: string; columns: Partial<CardColumns> }
const stored = ({ columns, ...rest }: TemplateValues) => ({ ...rest, columns: JSON.stringify(columns) })

export async function insertTemplate(db: Db, values: TemplateValues): Promise<number> {
  const { id } = await db
    .insertInto('card_templates')
    .values(stored(values))
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(nameTaken)
  return id
}
export async function updateTemplate(db: Db, id: number, values: TemplateValues): Promise<void> {
  await db
    .updateTable('card_templates')
    .set(({ eb, fn }) => ({ ...stored(values), version: eb('version', '+', 1), updated_at: fn('now') }))
    .where('id', '=', id)
    .execute()
    .catch(nameTaken)
}
export async function deleteTemplate(db: Db, id: number): Promise<void> {
  await db.deleteFrom('card_templates').where('id', '=', id).execute()
}
