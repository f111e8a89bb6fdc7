import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '../api/session.ts'
import { menuOf } from './menu.ts'

const says: Readonly<Record<string, string>> = {
  customerMenu: 'Companies that buy with your cards',
  markupMenu: 'What each customer pays on top',
  userMenu: 'People and what they may do',
  managecardMenu: 'Fuel cards, limits and balances',
  reportingMenu: 'Figures over time',
  transactionMenu: 'Purchases at the pump',
  dailyRatesMenu: 'Prices by provider and day',
  invoiceMenu: 'What was billed and paid',
  smartbuyMenu: 'Where fuel is cheapest',
  truckcareMenu: 'Service for the fleet',
}

export function DashboardPage() {
  const { t } = useTranslation()
  const session = useSession()
  const sections = menuOf(session).filter(({ menu }) => menu !== 'dashboardMenu')
  return (
    <>
      <div className="panel dashboard-hero">
        <h1>{t('Hello, {name}', { name: session.profile.first })}</h1>
        <p>{t('You are working for {company}', { company: session.company.name })}</p>
      </div>
      <ul className="tiles">
        {sections.map(({ menu, label, path, icon: Icon }) => (
          <li key={menu}>
            <Link className="panel tile" to={path}>
              <Icon size={24} stroke={1.5} />
              <span>
                <strong>{t(label)}</strong>
                <small>{t(says[menu] ?? '')}</small>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
