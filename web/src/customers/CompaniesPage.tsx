import { Button } from '@mantine/core'
import { type CompanyRow, companyStatusWords, fuelCompanies } from '@portal/contract/customers/registration.ts'
import { IconArrowLeft, IconCheck, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../api/session.ts'
import { ListPage } from '../list/ListPage.tsx'
import type { Column } from '../list/list-types.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { WhenFirst } from '../ui/WhenFirst.tsx'
import { instantText } from '../ui/words/texts.ts'
import { companiesPath, customersPath } from './customers.paths.ts'
import type { Decision } from './DecisionDialogs.tsx'

const DecisionDialogs = lazy(() =>
  import('./DecisionDialogs.tsx').then((module) => ({ default: module.DecisionDialogs })),
)

const columns: Column<CompanyRow>[] = [
  { key: 'id', header: 'Id', hidden: true },
  { key: 'company_number', header: 'Company number', phone: 'line' },
  { key: 'company_name', header: 'Company name', priority: 1, phone: 'title' },
  { key: 'email', header: 'Email', priority: 3, phone: 'line' },
  { key: 'phone', header: 'Phone', phone: 'line' },
  { key: 'created_at', header: 'Since', phone: 'line', cell: (value) => instantText(value) },
  {
    key: 'status',
    header: 'Status',
    priority: 2,
    phone: 'badge',
    cell: (status) => <StatusBadge word={companyStatusWords[status]} />,
  },
]

/** COMP-1, with the decision on those that registered themselves (COMP-7). */
export function CompaniesPage() {
  const { t } = useTranslation()
  const can = useCan()
  const [asked, setAsked] = useState<{ row: CompanyRow; decision: Decision } | null>(null)
  const [isOpen, setOpen] = useState(false)
  const mayDecide = can(fuelCompanies.approve)
  const decide = (row: CompanyRow, decision: Decision) => {
    setAsked({ row, decision })
    setOpen(true)
  }
  const isUndecided = (row: CompanyRow) => mayDecide && row.status === 'waiting'
  return (
    <>
      <ListPage
        title="Company"
        path={companiesPath}
        endpoint={fuelCompanies.list}
        columns={columns}
        nameOf={(row) => row.company_name}
        empty={{ none: 'No Company found.', filtered: 'No Company found.' }}
        add={{ endpoint: fuelCompanies.register, label: 'Add Customer Company' }}
        headActions={
          <Button
            component={Link}
            to={customersPath}
            variant="default"
            leftSection={<IconArrowLeft size={16} aria-hidden />}
          >
            {t('List of Customer')}
          </Button>
        }
        moreActions={(row) =>
          isUndecided(row) ? (
            <>
              <Button
                size="compact-xs"
                aria-label={t('Approve {record}', { record: row.company_name })}
                onClick={() => decide(row, 'approve')}
              >
                {t('Approve')}
              </Button>
              <Button
                size="compact-xs"
                variant="default"
                aria-label={t('Reject {record}', { record: row.company_name })}
                onClick={() => decide(row, 'reject')}
              >
                {t('Reject')}
              </Button>
            </>
          ) : null
        }
        menuActions={(row) =>
          isUndecided(row)
            ? [
                { label: 'Approve', icon: IconCheck, onSelect: () => decide(row, 'approve') },
                { label: 'Reject', icon: IconX, onSelect: () => decide(row, 'reject') },
              ]
            : []
        }
      />
      <WhenFirst asked={asked !== null}>
        {asked ? (
          <DecisionDialogs
            key={`${asked.row.id} ${asked.decision}`}
            {...asked}
            opened={isOpen}
            onClose={() => setOpen(false)}
          />
        ) : null}
      </WhenFirst>
    </>
  )
}
