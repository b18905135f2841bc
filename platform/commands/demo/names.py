"""Invented names: of companies, which are as many as a large desk has, and of people."""

from commands.demo.texts import COMPANIES

FIRST_NAMES = (
    *("Ayesha", "Bram", "Catrin", "Desmond", "Eilidh", "Farid", "Gwen", "Hamish", "Ines", "Joel", "Keziah", "Liam"),
    *("Maeve", "Nikhil", "Olive", "Piotr", "Quinn", "Rhiannon", "Sacha", "Tamsin", "Ulla", "Viktor", "Wanda", "Yusuf"),
    *("Zadie", "Alastair", "Bronwen", "Chidi", "Dorothy", "Ewan", "Fionnuala", "Gethin", "Harriet", "Idris", "Jemima"),
    *("Kwame", "Lowri", "Mateusz", "Niamh", "Oscar", "Padma", "Rory", "Sinead", "Thandi", "Una", "Vikram", "Winston"),
)
LAST_NAMES = (
    *("Abara", "Blythe", "Carrick", "Dunmore", "Eastlake", "Fairhurst", "Gallimore", "Hathersage", "Ince", "Jarrold"),
    *("Kelsall", "Loxley", "Mistry", "Nuttall", "Oyelaran", "Penhale", "Quigley", "Ravensdale", "Sorrell", "Tregenza"),
    *("Umpleby", "Varley", "Whitlock", "Yardley", "Zeller", "Ashworth", "Birkett", "Chaudhry", "Drummond", "Enright"),
    *("Farrant", "Grimshaw", "Halloran", "Iqbal", "Jessop", "Kaczmarek", "Llewellyn", "Maddox", "Nwosu", "Ormerod"),
    *("Pickering", "Redfern", "Stainton", "Thwaite", "Upjohn", "Vosper", "Woodhall", "Yeats"),
)
PLACES = (
    *("Alderwick", "Barrowby", "Chapel Fold", "Dunkeswell", "Elmstead", "Foxcote", "Gorsley", "Hawkridge", "Ingleby"),
    *("Juniper Hill", "Kingsmere", "Langthorpe", "Millbeck", "Netherby", "Oakhanger", "Pennard", "Quarrington"),
    *("Rookhope", "Sandholme", "Thornbury Cross", "Ullesthorpe", "Wetherby Road", "Yarrow", "Abbot’s Lea", "Birdlip"),
    *("Coldharbour", "Danebury", "Eastfield", "Fernhill", "Glasson", "Harbourside", "Irthing", "Kirkby Gate"),
    *("Lodore", "Mallard Quay", "Northway", "Orchard Street", "Pembridge", "Queen’s Parade", "Riverside"),
    *("Stonebridge", "Tollgate", "Underwood", "Victoria Park", "Westbourne", "Wharf Lane", "Wyke", "Zeal", "Brookside"),
    *("Castle Street", "Duke’s Yard", "Eden", "Friargate", "Granary", "Hilltop", "Lockside", "Marsh End", "New Town"),
    *("Old Mill", "Priory", "Regent", "Station Road", "The Crescent", "Trinity", "Vale", "Windmill", "Market Place"),
)
TRADES = (
    *("Accountants", "Animal Hospital", "Appliance Repairs", "Architects", "Arms", "Bakery", "Barbers", "Bathrooms"),
    *("Boilers & Heating", "Books", "Brasserie", "Builders", "Café", "Car Hire", "Care at Home", "Carpets", "Catering"),
    *("Chiropody", "Cleaning", "Clinic", "Conveyancing", "Dance School", "Dental", "Driving School", "Dry Cleaners"),
    *("Electrical", "Estate Agents", "Eye Care", "Fencing", "Fish Bar", "Fitness", "Flooring", "Flowers", "Framing"),
    *("Garage", "Garden Centre", "Glazing", "Guest House", "Hair Studio", "Hearing", "Holiday Homes", "Hotel"),
    *("Insurance Brokers", "Interiors", "Joinery", "Kennels", "Kitchens", "Landscapes", "Lettings", "Locksmiths"),
    *("Medical Practice", "Mortgages", "Motors", "Music Lessons", "Nursery", "Opticians", "Osteopaths", "Pharmacy"),
    *(
        "Photography",
        "Physiotherapy",
        "Pizzeria",
        "Plumbing",
        "Removals",
        "Roofing",
        "Self Storage",
        "Solar",
        "Tailors",
    ),
    *("Taxis", "Tree Surgeons", "Tuition", "Upholstery", "Vets"),
)
LONG_NAME = (
    "The {place} and District Co-operative Society for the Supply, Repair, Inspection and Safe Disposal of Domestic "
    "Appliances, Agricultural Machinery and Musical Instruments, trading as {place} {trade} (Holdings) Limited"
)
LONG_NAMED = 61  # every so many companies have a name that no column is made for
KNOWN = 4_800


def company_name(rank: int) -> str:
    """The name of the company of this rank by size, from 0; no two below KNOWN are equal."""
    if rank < len(COMPANIES):
        return COMPANIES[rank]
    place, trade = divmod(rank * STEP % (len(PLACES) * len(TRADES)), len(TRADES))
    name = LONG_NAME if rank % LONG_NAMED == 0 else "{place} {trade}"
    return name.format(place=PLACES[place], trade=TRADES[trade])


# prime to the number of names: neighbours in size get unlike names
STEP = 1_999
