import { type CompanyKind, can, type Grants } from '../permissions.ts'
import {
  isForStaffOnly,
  kindOfTopic,
  type NotificationKind,
  type NotificationTopic,
  notificationAudience,
  notificationKinds,
  notificationTopics,
} from './notification-kinds.data.ts'

/** Whether people with these permissions, at this kind of company, learn of a kind of notification. */
export const mayLearnOf = (kind: NotificationKind, grants: Grants, company: CompanyKind): boolean => {
  const audience = notificationAudience[kind]
  return audience.of.includes(company) && can(grants, audience.can)
}
export const kindsFor = (grants: Grants, company: CompanyKind): NotificationKind[] =>
  notificationKinds.filter((kind) => mayLearnOf(kind, grants, company))
export const topicsFor = (grants: Grants, company: CompanyKind): NotificationTopic[] =>
  notificationTopics.filter(
    (topic) => mayLearnOf(kindOfTopic(topic), grants, company) && (company === 'provider' || !isForStaffOnly(topic)),
  )
