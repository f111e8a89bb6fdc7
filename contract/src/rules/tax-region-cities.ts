/**
 * The municipalities in which British Columbia takes its dedicated fuel taxes, with the communities in them that sites give as their city. The first is the
 * South Coast transportation service region, the second the Victoria regional transit service area; see docs/data-sources.md.
 */
export const taxRegionCities: Readonly<Record<'BC-Vancouver' | 'BC-Victoria', readonly string[]>> = {
  'BC-Vancouver': [
    ...['Anmore', 'Belcarra', 'Bowen Island', 'Burnaby', 'Coquitlam', 'Delta', 'Langley', 'Langley City', 'Langley Township', 'Lions Bay'],
    ...['Maple Ridge', 'New Westminster', 'North Vancouver', 'Pitt Meadows', 'Port Coquitlam', 'Port Moody', 'Richmond', 'Surrey', 'Vancouver'],
    ...['West Vancouver', 'White Rock', 'University Endowment Lands', 'Tsawwassen', 'Ladner', 'North Delta', 'Annacis Island', 'Aldergrove'],
    ...['Fort Langley', 'Walnut Grove', 'Murrayville', 'Cloverdale', 'Whalley', 'Newton', 'Guildford', 'Fleetwood', 'South Surrey', 'Port Kells'],
    ...['Haney', 'Whonnock', 'Steveston', 'Queensborough', 'Horseshoe Bay'],
  ],
  'BC-Victoria': [
    ...['Victoria', 'Esquimalt', 'Oak Bay', 'Saanich', 'Central Saanich', 'North Saanich', 'Sidney', 'View Royal', 'Colwood', 'Langford'],
    ...['Metchosin', 'Sooke', 'Highlands', 'Brentwood Bay', 'Saanichton', 'Cordova Bay', 'Cadboro Bay', 'Royal Oak'],
  ],
}
