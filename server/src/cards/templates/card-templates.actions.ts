import {
  type CardTemplate,
  type CardTemplateInput,
  templateFieldNames,
  templateLimit,
} from '@portal/contract/cards/card-templates.ts'
import { AppError } from '@portal/contract/errors.ts'
import { message } from '@portal/contract/message.ts'
import { findCompany } from '../../companies/companies.queries.ts'
import { changes } from '../../platform/audit/audit.ts'
import type { Context } from '../../platform/http/context.ts'
import { pick } from '../../platform/pick.ts'
import { fieldsOfColumns, toGivenColumns } from '../cards.columns.ts'
import {
  countTemplates,
  deleteTemplate,
  getTemplate,
  insertTemplate,
  lockTemplate,
  type StoredTemplate,
  updateTemplate,
} from './card-templates.queries.ts'

const noFields = Object.fromEntries(templateFieldNames.map((name) => [name, null]))
export const toTemplate = ({ company_id, columns, created_at: _, ...rest }: StoredTemplate): CardTemplate =>
  ({ ...rest, company: company_id, ...noFields, ...fieldsOfColumns(columns as object) }) as CardTemplate

const recordOf = ({ id, name }: CardTemplate) => ({ type: 'card_template', id, label: name })
/** A field that the template leaves open has no value to note. */
const auditFields = (template: CardTemplate): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(pick(template, ['name', 'company_name', ...templateFieldNames])).filter(
      ([, value]) => value !== null,
    ),
  )

async function valuesOf({ db, actor }: Context, input: CardTemplateInput) {
  const { name, company } = input
  const found = await findCompany(db, actor.scope, company ?? actor.scope.company_id)
  if (!found) throw new AppError('request.invalid', { company: 'field.company' })
  return { company_id: found.id, name, columns: toGivenColumns(pick(input, templateFieldNames)) }
}

export async function createTemplate(context: Context, input: CardTemplateInput): Promise<CardTemplate> {
  const { db, actor, audit } = context
  if ((await countTemplates(db)) >= templateLimit)
    throw new AppError('request.invalid', { name: message('card.too-many-templates', { max: templateLimit }) })
  const id = await insertTemplate(db, await valuesOf(context, input))
  const template = toTemplate(await getTemplate(db, actor.scope, id))
  await audit({ record: recordOf(template), after: auditFields(template) })
  return template
}

export async function changeTemplate(context: Context, id: number, input: CardTemplateInput): Promise<CardTemplate> {
  const { db, actor, audit } = context
  const stored = toTemplate(await lockTemplate(db, actor.scope, id))
  if (input.version && input.version !== stored.version) throw new AppError('record.stale')
  await updateTemplate(db, id, await valuesOf(context, input))
  const template = toTemplate(await getTemplate(db, actor.scope, id))
  await audit({ record: recordOf(template), ...changes(auditFields(stored), auditFields(template)) })
  return template
}

export async function removeTemplate({ db, actor, audit }: Context, id: number): Promise<null> {
  const template = toTemplate(await lockTemplate(db, actor.scope, id))
  await deleteTemplate(db, id)
  await audit({ record: recordOf(template), before: auditFields(template) })
  return null
}
