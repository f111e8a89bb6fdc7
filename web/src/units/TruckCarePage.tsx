import { units } from '@portal/contract/units/units.ts'
import { IconPencil } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useCan } from '../api/session.ts'
import { truckcarePath } from '../app/sections.paths.ts'
import { ListPage } from '../list/ListPage.tsx'
import { ChosenList } from './ChosenList.tsx'
import { unitColumns } from './unit-columns.tsx'
import { unitPath } from './units.paths.ts'

const none = 'No Truck Care records to show'

/** The units of a company with economy, spend and services (CARE-1). Rows and pencils lead to the unit's page. */
export function TruckCarePage() {
  const can = useCan()
  const navigate = useNavigate()
  return (
    <ChosenList title="Truck Care" none={none}>
      {(choice) => (
        <ListPage
          title="Truck Care"
          path={truckcarePath}
          endpoint={units.list}
          columns={unitColumns}
          nameOf={(unit) => unit.unit_number}
          empty={{ none, filtered: none }}
          headActions={choice}
          rowActions={(unit) =>
            can(units.update)
              ? [
                  {
                    label: 'Edit',
                    name: 'Edit {record}',
                    icon: IconPencil,
                    look: 'icon',
                    onSelect: () => void navigate({ to: unitPath(unit.id) }),
                  },
                ]
              : []
          }
        />
      )}
    </ChosenList>
  )
}
