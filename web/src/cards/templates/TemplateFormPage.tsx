import { type CardTemplate, cardTemplateInput, cardTemplates } from '@portal/contract/cards/card-templates.ts'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction } from '../../api/use-action.ts'
import { FormPage } from '../../form/FormPage.tsx'
import { FormSection } from '../../form/FormSection.tsx'
import { fieldsOf } from '../../form/fields.ts'
import { useField } from '../../form/form-context.ts'
import { RecordLoader } from '../../form/RecordLoader.tsx'
import { blankOf, type RecordForm, useRecordForm, type Values, valuesOf } from '../../form/record-form.ts'
import { CompanySelect } from '../../pickers/CompanySelect.tsx'
import { templatesPath } from '../cards.paths.ts'
import { SharedSections } from './SharedSections.tsx'

const { TextField } = fieldsOf(cardTemplateInput)

export function TemplateFormPage({ mode }: { mode: 'add' | 'edit' }) {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  if (mode === 'add') return <TemplateForm />
  return (
    <RecordLoader endpoint={cardTemplates.get} id={id}>
      {(template, reread) => <TemplateForm key={template.id} template={template} reread={reread} />}
    </RecordLoader>
  )
}

type Props = { template?: CardTemplate; reread?: () => Promise<CardTemplate> }
/** A template for all companies has no company in the form. */
const formOf = (template: CardTemplate): Values => ({
  ...valuesOf(cardTemplateInput, template),
  company: template.is_shared ? null : template.company,
})
/** A field that stays empty is left open by the template. */
function TemplateForm({ template, reread }: Props) {
  const form = useRecordForm(cardTemplateInput, template ? formOf(template) : blankOf(cardTemplateInput, ['name']))
  const create = useAction(cardTemplates.create, { keepPlace: true })
  const update = useAction(cardTemplates.update, { keepPlace: true })
  const save = async (values: Values) => {
    const body = values as typeof cardTemplateInput._zod.input
    const saved = template
      ? await update.mutateAsync({ params: { id: template.id }, body })
      : await create.mutateAsync({ body })
    form.settle(formOf(saved))
  }
  return (
    <FormPage
      title="Card template"
      subject={template?.name}
      mode={template ? 'edit' : 'add'}
      form={form}
      list={{ label: 'Back to templates', path: templatesPath }}
      saver={{ isPending: create.isPending || update.isPending, mutateAsync: save }}
      lockNote="The template does not fill in the fields you leave empty."
      {...(reread ? { reread: async () => formOf(await reread()) } : {})}
    >
      <FormSection title="Template">
        <TextField name="name" label="Name" />
        <CompanyField form={form} template={template} />
      </FormSection>
      <SharedSections uom={String(form.state.values.uom ?? '')} withUom />
    </FormPage>
  )
}

function CompanyField({ form, template }: { form: RecordForm; template: CardTemplate | undefined }) {
  const { value, input } = useField<number | null>('company', 'Only for this company')
  const [others] = useState(
    template && !template.is_shared ? [{ id: template.company, name: template.company_name }] : [],
  )
  return (
    <CompanySelect
      {...input}
      clearable
      value={value}
      others={others}
      onChange={(company) => form.change('company', company?.id ?? null)}
    />
  )
}
