"""What must be found first in the real data: the term, and the beginning of a name, or an id of the source."""

COMPANIES = [
    # whole names, in any case
    *(
        ("Bank of Ireland", "Bank of Ireland"),
        ("WILLIAM HILL", "William Hill"),
        ("asda on the move", "Asda On The Move"),
    ),
    *(("Lilliput Library", "Lilliput Library"), ("Cincotta Chemist", "Cincotta Chemist")),
    *(("NoteMachine", "NoteMachine"), ("Victoria Police", "Victoria Police"), ("Equals Trust", "Equals Trust")),
    *(("scottish power renewables", "Scottish Power Renewables"), ("Church of Ireland", "Church of Ireland")),
    *(("crabtree road dental practice", "CRABTREE ROAD"), ("rumney hill dental surgery", "RUMNEY HILL")),
    *(("Killamarsh Dental Centre", "KILLAMARSH"), ("menston dental practice", "MENSTON"), ("pure dental york", "PURE")),
    # beginnings, and words in another order
    *(
        ("gnos", "GNOSALL"),
        ("pallm", "PALLMALL"),
        ("brickst", "BRICKSTABLES"),
        ("ponsf", "PONSFORD"),
        ("zarr", "Zarraffa"),
    ),
    *(("rumney hill", "RUMNEY HILL"), ("hill rumney", "RUMNEY HILL"), ("cheshire orthodontics", "CHESHIRE CAT")),
    *(
        ("ireland bank of", "Bank of Ireland"),
        ("okehampton community", "OKEHAMPTON COMM"),
        ("ok dent", "OKEHAMPTON DENT"),
    ),
    *(("sainsburys local", "Sainsbury's Local"), ("bank travel money", "Sainsbury's Bank Travel Money")),
    *(("good shepherd academy", "The Good Shepherd"), ("melbourne university", "University of Melbourne")),
    # a typing mistake or two: a letter left out, added, replaced, and neighbours exchanged
    *(
        ("kilamarsh", "KILLAMARSH"),
        ("killamrash", "KILLAMARSH"),
        ("killamarsch", "KILLAMARSH"),
        ("killemarsh", "KILLAMARSH"),
    ),
    *(
        ("gnosal dental", "GNOSALL"),
        ("gnossall", "GNOSALL"),
        ("brikstables", "BRICKSTABLES"),
        ("brickstalbes", "BRICKSTABLES"),
    ),
    *(("okehamtpon dental", "OKEHAMPTON DENT"), ("okhampton dental care", "OKEHAMPTON DENT"), ("ponsfrod", "PONSFORD")),
    *(("chesire cat", "CHESHIRE CAT"), ("menstone dental", "MENSTON"), ("cincota chemist", "Cincotta")),
    *(
        ("liliput library", "Lilliput"),
        ("liliput libary", "Lilliput"),
        ("zarafas", ""),
        ("zaraffas coffee", "Zarraffa"),
        ("zaraffas", "Zarraffa"),
    ),
    *(
        ("haldirams", "Haldiram's"),
        ("haldriams", "Haldiram's"),
        ("wiliam hill", "William Hill"),
        ("applegren", "Applegreen"),
    ),
    *(("provincail home living", "Provincial Home"), ("scotish power renewables", "Scottish Power Ren")),
    *(
        ("shetland ilsands", "Shetland Islands"),
        ("bedfordhsire police", "Bedfordshire Police"),
        ("aqila capital", "Aquila"),
    ),
    *(("midsommer norton", "Midsomer Norton"), ("hary ramsdens", "Harry Ramsden's"), ("suppermacs", "Supermac's")),
    # accents and umlauts, with and without
    *(("caffe nero", "Caffè Nero"), ("Caffè Nero", "Caffè Nero"), ("garda siochana", "Garda Síochána")),
    *(("energie fitness", "énergie Fitness"), ("ÉNERGIE FITNESS", "énergie Fitness"), ("therapie", "Thérapie")),
    *(("gebruder weiss", "Gebrüder Weiss"), ("Gebrüder", "Gebrüder Weiss"), ("walther konig", "Buchhandlung Walther")),
    *(("danske mobler", "Danske Møbler"), ("dwr cymru", "Dŵr Cymru"), ("bord gais", "Bord Gáis"), ("sezane", "Sézane")),
    *(("bonmarche", "Bonmarché"), ("kurtosh", "Kürtősh"), ("smooy", "smöoy"), ("premiere classe", "Première Classe")),
    *(("gebrudre weiss", "Gebrüder Weiss"), ("ciğköftem", "Çiğköftem"), ("dyfed powys", "Dyfed–Powys Police")),
    # apostrophes and other signs
    *(("sainsburys", "Sainsbury's"), ("Sainsbury's", "Sainsbury's"), ("sainsbury’s bank", "Sainsbury's Bank")),
    *(("hungry jacks", "Hungry Jack's"), ("Harry Ramsden's", "Harry Ramsden's"), ("pak'nsave", "PAK'nSAVE")),
    *(("paknsave fuel", "PAK'nSAVE Fuel"), ("M&S Foodhall", "M&S Foodhall"), ("H&T Pawnbrokers", "H&T Pawnbrokers")),
    *(("20/20 dental practice", "20/20 DENTAL"), ("Nero Express (Caffè Nero)", "Nero Express"), ("85°C", "85°C")),
    *(("ponsford 59", "PONSFORD 59"), ("hungry -horse", "Hungry Jack's"), ("okehampton -care", "OKEHAMPTON COMM")),
    # postcodes, with and without their space
    *(
        ("RH11 7HL", "CRABTREE ROAD"),
        ("rh117hl", "CRABTREE ROAD"),
        ("S21 1AL", "KILLAMARSH"),
        ("ng13 9fq", "TIME FOR TEETH"),
    ),
    *(("BB4 5TE", "HASLINGDEN"), ("bh20 7hd", "BERE REGIS"), ("SG141AZ", "THE PERFECT SMILE"), ("ng2 4bu", "SNEINTON")),
    # ids
    *(("V00003", "CRABTREE ROAD"), ("V08677", "KILLAMARSH"), ("V06659", "GNOSALL"), ("V00904", "PONSFORD")),
]
HSONE = [
    *(("V00003", "CRABTREE ROAD"), ("v08677", "KILLAMARSH"), ("V83433", "BRICKSTABLES"), ("v0665", "DENTAL SURGERY")),
]
REVIEWS = [
    # ids of the source
    *(("nhs:10", "10"), ("nhs:3390", "3390"), ("NHS:2721", "2721"), ("nhs:1744", "1744")),
    # words of one text only, also in another form
    *(("adaptable", "31"), ("neccessary", "62"), ("integrate", "113"), ("frightening", "142"), ("upliftment", "180")),
    *(("attractive", "187"), ("illegally", "254"), ("Ollerton", "312"), ("admitted", "323"), ("exemplary", "333")),
    *(("chocolate", "360"), ("workload", "392"), ("workloads", "392"), ("unescorted", "439"), ("boyfriend", "542")),
    *(("boyfriend's", "542"), ("inefficiency", "586"), ("tribunal", "631"), ("tribunals", "631"), ("Cresswell", "702")),
    *(("threatened", "768"), ("threatening", "768"), ("alleviate", "796"), ("vitamin", "1082"), ("collapsed", "1093")),
    *(
        ("collapse", "1093"),
        ("bereavement", "1266"),
        ("slanderous", "1284"),
        ("sanctuary", "1328"),
        ("PAEDIATRICIAN", "1411"),
    ),
    *(("holistic", "1453"), ("abstinence", "1651"), ("empowering", "1768"), ("grumbles", "2026"), ("grumble", "2026")),
    *(
        ("outbursts", "2042"),
        ("volunteer", "2059"),
        ("volunteering", "2059"),
        ("wheelchair", "2123"),
        ("smoother", "2218"),
    ),
    *(
        ("breastfeeding", "2263"),
        ("minority", "2319"),
        ("prolonged", "2436"),
        ("neurologist", "2608"),
        ("befriending", "2715"),
    ),
    *(
        ("confrontation", "2871"),
        ("impartial", "2896"),
        ("statistics", "2979"),
        ("tourniquet", "2995"),
        ("suitcase", "3029"),
    ),
    *(("anorexia", "3057"), ("unresolved", "3361"), ("anoréxia", "3057"), ("wheel chair", "")),
    # several words, phrases, exclusions
    *(('"cup of tea"', "2721"), ('"waiting list"', "3167"), ('"group therapy"', "1744"), ('"second to none"', "2820")),
    *(('"car park"', "2484"), ('"car park full"', "2191"), ('"tea of cup"', ""), ("national geographic", "1744")),
    *(("geographic national", "1744"), ('"national geographic" therapy', "1744"), ('"waiting room" Bassetlaw', "2659")),
    *(
        ("waiting -list", "3347"),
        ("waiting -list -wait", ""),
        ('"national geographic" -waiting', ""),
        ("holistic -holistic", ""),
        ("chocolate stars:5", ""),
    ),
    *(
        ("anorexia after:2000-01-01", "3057"),
        ("anorexia before:2000-01-01", ""),
        ("nhs:999999", ""),
        ("chocolate tribunal", ""),
    ),
    # stop words alone, signs, what an engine could take for its own
    *(
        ("the of and", ""),
        ("a", ""),
        ("😀", ""),
        ("chocolate 😀", "360"),
        ("%", ""),
        ("_", ""),
        ("chocola%", ""),
        ("choc_late", ""),
    ),
    *(
        ("'chocolate'", "360"),
        ("chocolate'", "360"),
        ('"chocolate', "360"),
        ("chocolate:*", "360"),
        ("(chocolate)", "360"),
    ),
    *(
        ("chocolate!", "360"),
        ("!chocolate", "360"),
        ("\\chocolate", "360"),
        ("chocolate\\", "360"),
        ("<chocolate>", "360"),
    ),
    *(("x" * 5_000, ""), ("chocolate " * 500, "360"), ("wheelchair & suitcase", ""), ("chocolate | suitcase", "")),
]
