import { Button, Skeleton } from '@mantine/core'
import type { UnitRecord } from '@portal/contract/units/units.ts'
import { type ServiceRecord, serviceKindName, servicePlans, services } from '@portal/contract/units/upkeep.ts'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { useCan } from '../api/session.ts'
import { lazily } from '../ui/lazily.tsx'
import { useDialog } from '../ui/use-dialog.tsx'
import { dateText, moneyText, nothing, quantityText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'
import { DueTable } from './upkeep/DueTable.tsx'
import { UpkeepProposals } from './upkeep/UpkeepProposals.tsx'

const UpkeepDialog = lazily(() => import('./upkeep/UpkeepDialog.tsx'), 'UpkeepDialog')
const PlanDialog = lazily(() => import('./upkeep/PlanDialog.tsx'), 'PlanDialog')

/** What was done for a unit, and what is next (CARE-3). */
export function UnitUpkeep({ unit }: { unit: UnitRecord }) {
  const { t } = useTranslation()
  const can = useCan()
  const due = { company_id: unit.company_id, unit_id: unit.id, state: 'all' as const }
  const next = useQuery({
    queryKey: queryKeyOf(services.due, due),
    queryFn: ({ signal }) => call(services.due, { query: due }, { signal }),
  })
  const plan = useDialog((at: number, frame) => <PlanDialog key={at} of={{ unit_id: unit.id }} {...frame} />)
  return (
    <>
      <section className="panel form-section" aria-labelledby="unit-next">
        <h2 id="unit-next">{t('Next services')}</h2>
        {next.data ? null : <Skeleton height={40} />}
        {next.data?.services.length === 0 ? (
          <p className="record-note">{t('No service plan applies to this unit.')}</p>
        ) : null}
        {next.data && next.data.services.length > 0 ? (
          <DueTable rows={next.data.services} labelledBy="unit-next" />
        ) : null}
        {can(servicePlans.create) ? (
          <Button
            variant="default"
            size="xs"
            mt="sm"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => plan.ask(Date.now())}
          >
            {t('Add plan for this unit')}
          </Button>
        ) : null}
        {plan.dialog}
      </section>
      <UpkeepProposals query={{ company_id: unit.company_id, unit_id: unit.id }} />
      <DoneServices unit={unit} />
    </>
  )
}

function DoneServices({ unit }: { unit: UnitRecord }) {
  const { t } = useTranslation()
  const can = useCan()
  const query = services.list.query.parse({ filter: [`unit_id:${unit.id}`], size: 20 })
  const done = useQuery({
    queryKey: queryKeyOf(services.list, query),
    queryFn: ({ signal }) => call(services.list, { query: query as never }, { signal }),
  })
  const of = { unit_id: unit.id, unit_number: unit.unit_number, odometer_unit: unit.odometer_unit ?? 'km' }
  const { ask, dialog } = useDialog(({ service, at }: { service?: ServiceRecord; at: number }, frame) => (
    <UpkeepDialog key={at} unit={of} service={service} {...frame} />
  ))
  return (
    <section className="panel form-section" aria-labelledby="unit-services">
      <h2 id="unit-services">{t('Services')}</h2>
      {done.data?.services.length === 0 ? <p className="record-note">{t('No services to show')}</p> : null}
      {done.data && done.data.services.length > 0 ? (
        <DoneTable
          rows={done.data.services}
          onEdit={can(services.update) ? (service) => ask({ service, at: Date.now() }) : null}
        />
      ) : null}
      {can(services.create) ? (
        <Button
          variant="default"
          size="xs"
          mt="sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => ask({ at: Date.now() })}
        >
          {t('Record a service')}
        </Button>
      ) : null}
      {dialog}
    </section>
  )
}

type TableProps = { rows: readonly ServiceRecord[]; onEdit: ((service: ServiceRecord) => void) | null }
function DoneTable({ rows, onEdit }: TableProps) {
  const { t, language } = useTranslation()
  return (
    <table className="record-table" aria-labelledby="unit-services">
      <thead>
        <tr>
          {['Date', 'Service', 'Odometer', 'Amount', 'Vendor', 'Note'].map((header) => (
            <th key={header} scope="col">
              {t(header)}
            </th>
          ))}
          {onEdit ? <th scope="col">{t('Actions')}</th> : null}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td data-label={t('Date')}>{dateText(row.day)}</td>
            <td data-label={t('Service')}>{t(serviceKindName(row.kind))}</td>
            <td data-label={t('Odometer')}>
              {row.odometer === null ? nothing : `${quantityText(row.odometer, language)}\u00a0${row.odometer_unit}`}
            </td>
            <td data-label={t('Amount')}>
              {row.amount === null || row.currency === null ? nothing : moneyText(row.amount, language, row.currency)}
            </td>
            <td data-label={t('Vendor')}>{row.vendor ?? nothing}</td>
            <td data-label={t('Note')}>{row.note ?? nothing}</td>
            {onEdit ? (
              <td>
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={t('Edit {record}', { record: `${t(serviceKindName(row.kind))}, ${dateText(row.day)}` })}
                  onClick={() => onEdit(row)}
                >
                  {t('Edit')}
                </Button>
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
