/**
 * The demo's sites: provider, number, name, city, province, local tax region, and coordinates if the provider gives
 * them.
 */
type DemoSite = [number, string, string, string, string, (string | null)?, ([number, number] | null)?]
export const demoSites: readonly DemoSite[] = [
  [1, '881204', 'Esso Dixie Road', 'Mississauga', 'ON', null, [43.6532, -79.6482]],
  [1, '880417', 'Esso Division Street', 'Kingston', 'ON'],
  [1, '883310', 'Esso Boulevard Saint-Joseph', 'Drummondville', 'QC'],
  [1, '885121', 'Esso Barlow Trail', 'Calgary', 'AB', null, [51.0312, -113.9822]],
  [1, '886702', 'Esso Port Kells', 'Surrey', 'BC', 'BC-Vancouver'],
  [1, '889014', 'Esso Mapleton Road', 'Moncton', 'NB'],
  [2, '30218', 'Suncore Yellowhead', 'Edmonton', 'AB'],
  [2, '30544', 'Suncore Ring Road', 'Regina', 'SK'],
  [2, '30761', 'Suncore Perimeter West', 'Winnipeg', 'MB'],
  [2, '31109', 'Suncore Columbia Street', 'Kamloops', 'BC'],
  [2, '31877', 'Suncore Chomedey', 'Laval', 'QC'],
  [4, '4102', 'Pipeline Woodstock', 'Woodstock', 'ON', null, [43.1067, -80.7264]],
  [4, '4117', 'Pipeline Saint-Hyacinthe', 'Saint-Hyacinthe', 'QC'],
  [4, '4230', 'Pipeline Gasoline Alley', 'Red Deer', 'AB'],
  [4, '4255', 'Pipeline Circle Drive', 'Saskatoon', 'SK'],
  [4, '4301', 'Pipeline Westshore', 'Langford', 'BC', 'BC-Victoria'],
  [4, '4388', 'Pipeline Robie Street', 'Truro', 'NS'],
  [4, '4390', 'Pipeline Trans-Canada', 'Gander', 'NL'],
  [3, 'IN117', 'Comdata Gary Travel Plaza', 'Gary', 'IN'],
  [3, 'OK204', 'Comdata Crossroads', 'Oklahoma City', 'OK'],
  [3, 'TN038', 'Comdata Music City', 'Nashville', 'TN'],
  [3, 'NY016', 'Comdata Peace Bridge', 'Buffalo', 'NY'],
  [5, '87', 'TA Toledo', 'Toledo', 'OH', null, [41.6029, -83.5424]],
  [5, '55', 'Petro Amarillo', 'Amarillo', 'TX'],
  [5, '213', 'Petro Carlisle', 'Carlisle', 'PA', null, [40.2259, -77.1254]],
  [5, '144', 'TA Monroe', 'Monroe', 'MI'],
  [5, '180', 'TA Atlanta South', 'Atlanta', 'GA'],
]

/** Each provider's product names, and the suffixes of its line codes. */
export const demoProducts: readonly [number, string, string, string][] = [
  [1, 'D1', 'DSL EFF LS', ''],
  [1, 'GAS', 'REG', ''],
  [1, 'RF', 'MARKED DIESEL', ''],
  [2, 'D1', 'ULSD', ''],
  [2, 'GAS', 'REG', ''],
  [2, 'RF', 'MARKED', ''],
  [3, 'D1', '#2 DIESEL', ''],
  [3, 'GAS', 'OTHER FUEL', ''],
  [3, 'RF', 'REEFER FUEL', ''],
  [4, 'D1', 'DIESEL', '-DS'],
  [4, 'GAS', 'GAS', '-GS'],
  [4, 'RF', 'REEFER', '-RF'],
  [5, 'D1', 'DIESEL ULTRA LOW SULFUR', '-TA'],
  [5, 'GAS', 'GASOLINE', '-GS'],
  [5, 'RF', 'REEFER', '-RF'],
]
