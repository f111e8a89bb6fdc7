import '../../form/form.css'
import '../../ui/record/record.css'
import { Button, Skeleton } from '@mantine/core'
import { type CardTemplate, cardTemplates, templateFieldNames } from '@portal/contract/cards/card-templates.ts'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryKeyOf } from '../../api/query-keys.ts'
import { useAction } from '../../api/use-action.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Heading } from '../../ui/Heading.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { PageLink } from '../../ui/opening/PageLink.tsx'
import { LoadTrouble } from '../../ui/trouble/LoadTrouble.tsx'
import { useDialog } from '../../ui/use-dialog.tsx'
import { instantText } from '../../ui/words/texts.ts'
import { useTranslation } from '../../ui/words/translation.ts'
import { templatePath, templatesPath } from '../cards.paths.ts'

/** The named values that new cards start from (UX-13). */
export function TemplatesPage() {
  const { t } = useTranslation()
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: queryKeyOf(cardTemplates.list),
    queryFn: ({ signal }) => call(cardTemplates.list, {}, { signal }),
  })
  return (
    <>
      <div className="page-head">
        <Heading>{t('Card templates')}</Heading>
        <div className="page-actions">
          <LinkButton to={`${templatesPath}/add-new`} icon={IconPlus} label="New template" variant="filled" />
        </div>
      </div>
      <section className="panel form-section" aria-label={t('Card templates')}>
        {error ? <LoadTrouble error={error} isRetrying={isFetching} onRetry={() => refetch()} /> : null}
        {data || error ? null : <Skeleton height={80} />}
        {data?.templates.length === 0 ? (
          <p className="record-note">
            {t('There are no templates yet.')}{' '}
            {t('A template holds limits, refresh days and properties for new cards.')}
          </p>
        ) : null}
        {data && data.templates.length > 0 ? <TemplateTable templates={data.templates} /> : null}
      </section>
    </>
  )
}

function TemplateTable({ templates }: { templates: readonly CardTemplate[] }) {
  const { t } = useTranslation()
  const remove = useAction(cardTemplates.remove)
  const { ask, dialog } = useDialog((template: CardTemplate, { opened, onClose }) => (
    <ConfirmDialog
      opened={opened}
      title={t('Delete template')}
      text={t('Cards made from it stay as they are.')}
      subject={template.name}
      confirm="Delete"
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id: template.id } }, { onSettled: onClose })}
      onCancel={onClose}
    />
  ))
  return (
    <>
      <table className="record-table">
        <thead>
          <tr>
            <th scope="col">{t('Name')}</th>
            <th scope="col">{t('Company')}</th>
            <th scope="col" data-align="end">
              {t('Fields filled in')}
            </th>
            <th scope="col">{t('Changed at')}</th>
            <th scope="col">{t('Actions')}</th>
          </tr>
        </thead>
        <tbody>
          {templates.map((template) => (
            <TemplateRow key={template.id} template={template} onRemove={() => ask(template)} />
          ))}
        </tbody>
      </table>
      {dialog}
    </>
  )
}

function TemplateRow({ template, onRemove }: { template: CardTemplate; onRemove: () => void }) {
  const { t } = useTranslation()
  const { id, name, is_shared, company_name, updated_at } = template
  return (
    <tr>
      <th scope="row">
        <PageLink className="row-link" to={templatePath(id)}>
          {name}
        </PageLink>
      </th>
      <td data-label={t('Company')}>{is_shared ? t('All companies') : company_name}</td>
      <td data-label={t('Fields filled in')} data-align="end">
        {templateFieldNames.filter((field) => template[field] !== null).length}
      </td>
      <td data-label={t('Changed at')}>{instantText(updated_at)}</td>
      <td>
        <LinkButton to={templatePath(id)} icon={IconPencil} label="Edit" size="compact-sm" />{' '}
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconTrash size={16} aria-hidden />}
          aria-label={t('Delete {name}', { name })}
          onClick={onRemove}
        >
          {t('Delete')}
        </Button>
      </td>
    </tr>
  )
}
