import './card-start.css'
import { cardTemplates } from '@portal/contract/cards/card-templates.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { queryKeyOf } from '../../api/query-keys.ts'
import type { Values } from '../../form/record-form.ts'
import { ChoiceBox } from '../../ui/choice/ChoiceBox.tsx'
import { PageLink } from '../../ui/opening/PageLink.tsx'
import { useTranslation } from '../../ui/words/translation.ts'
import { templatesPath } from '../cards.paths.ts'

/** The templates, those of one company with its name. */
function useTemplates() {
  const { data } = useQuery({
    queryKey: queryKeyOf(cardTemplates.list),
    queryFn: ({ signal }) => call(cardTemplates.list, {}, { signal }),
    staleTime: 60_000,
  })
  return data?.templates
}

export function TemplateChoice({ onChosen }: { onChosen: (template: Values) => void }) {
  const { t } = useTranslation()
  const templates = useTemplates()
  const [chosen, setChosen] = useState<string | null>(null)
  if (templates?.length === 0)
    return (
      <p className="record-note card-start-note">
        {t('There are no templates yet.')}{' '}
        <PageLink className="row-link" to={templatesPath}>
          {t('Card templates')}
        </PageLink>
      </p>
    )
  return (
    <ChoiceBox
      label={t('Start from a template')}
      data={(templates ?? []).map(({ id, name, is_shared, company_name }) => ({
        value: String(id),
        label: is_shared ? name : `${name} (${company_name})`,
      }))}
      value={chosen}
      searchable
      onChange={(id) => {
        setChosen(id)
        const template = templates?.find((one) => String(one.id) === id)
        if (template) onChosen(template)
      }}
    />
  )
}
