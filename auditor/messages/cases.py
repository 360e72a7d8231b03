"""TOML files that people write, key by key; the case file, and the questions that it answers."""

from __future__ import annotations

CASES: dict[str, tuple[str, str]] = {
    "toml.not_utf8": (
        "{path} : ce n’est pas du texte en UTF-8 : enregistrez-le ainsi.",
        "{path}: It is not text in UTF-8: save it so.",
    ),
    "toml.not_toml": (
        "{name} : ce n’est pas du TOML : {error}.",
        "{name}: It is not TOML: {error}.",
    ),
    "toml.wrong": ("{file} : `{key}` : {what}", "{file}: `{key}`: {what}"),
    "toml.whole_file": ("(fichier)", "(file)"),
    "toml.near": ("{what} ; vouliez-vous dire `{near}` ?", "{what}; did you mean `{near}`?"),
    "toml.no_key": ("cette clé n’existe pas", "there is no such key"),
    "toml.missing": ("manque", "is missing"),
    "toml.list": ("doit être une liste", "should be a list"),
    "toml.one_of": ("doit être {expected}", "should be {expected}"),
    "toml.or": ("{first} ou {last}", "{first} or {last}"),
    "toml.string": ("doit être un texte", "should be a text"),
    "toml.boolean": ("doit être true ou false", "should be true or false"),
    "toml.whole": ("doit être un nombre entier", "should be a whole number"),
    "toml.least": ("doit être {least} ou plus", "should be {least} or more"),
    "toml.most": ("doit être {most} ou moins", "should be {most} or less"),
    "toml.day": (
        "doit être un jour, tel que 2026-03-01",
        "should be a day, such as 2026-03-01",
    ),
    "toml.table": ("doit être une table TOML", "should be a TOML table"),
    "toml.misshapen": ("ne convient pas ({error})", "{error}"),
    # ---- the case file ---------------------------------------------------------------------------
    "case.no_ruleset": (
        "[given.{name}] : aucun jeu de règles ne s’appelle ainsi. {hint}",
        "[given.{name}]: no ruleset is called so. {hint}",
    ),
    # ---- waivers ---------------------------------------------------------------------------------
    "waiver.of_nothing": (
        "dites ce qui est admis : `rule`, `provision` ou `subject`",
        "say what is accepted: `rule`, `provision` or `subject`",
    ),
    "waiver.unsigned": (
        "`reason` et `author` ne peuvent être vides",
        "`reason` and `author` cannot be empty",
    ),
    "waiver.no_day": (
        "Des dérogations valent jusqu’à un jour. Donnez celui de l’audit (`started`).",
        "Waivers hold until a day. Give that of the audit (`started`).",
    ),
    # ---- the establishment ----------------------------------------------------------------------
    "establishment.none": (
        "Aucune ligne n’est de l’établissement `{name}`. {hint}Les journaux nomment {known}.",
        "No row is of the establishment `{name}`. {hint}The logs name {known}.",
    ),
    "establishment.several": (
        (
            "Un dossier porte sur un établissement, et les journaux nomment {known}. Dites lequel "
            "par `--casino`, ou dans le dossier (`establishment.casino`)."
        ),
        (
            "A case is about one establishment, and the logs name {known}. Say which by `--casino`,"
            " or in the case file (`establishment.casino`)."
        ),
    ),
    "establishment.others": (
        (
            "{count} ligne d’un autre établissement que `{name}` n’est pas de cet audit"
            "|{count} lignes d’autres établissements que `{name}` ne sont pas de cet audit"
        ),
        (
            "{count} row of another establishment than `{name}` is not part of this audit"
            "|{count} rows of other establishments than `{name}` are not part of this audit"
        ),
    ),
    # ---- a case file that is begun --------------------------------------------------------------
    "case.draft_lists": (
        (
            "Une fois pour chaque caméra :\n"
            "[[images.cameras]]\n"
            'table = "B1"   # la table, comme les journaux la nomment\n'
            'field = "…"   # ce que la caméra voit\n'
            "\n"
            "Une fois pour chaque réponse de l’exploitant :\n"
            "[[answers]]\n"
            'finding = "0123456789ab"   # les douze signes à côté du constat\n'
            'text = "…"   # la réponse\n'
            "date = 2026-03-01   # le jour de la réponse"
        ),
        (
            "Once for each camera:\n"
            "[[images.cameras]]\n"
            'table = "B1"   # the table, as the logs call it\n'
            'field = "…"   # what the camera sees\n'
            "\n"
            "Once for each answer of the operator:\n"
            "[[answers]]\n"
            'finding = "0123456789ab"   # the twelve signs beside the finding\n'
            'text = "…"   # the answer\n'
            "date = 2026-03-01   # the day of the answer"
        ),
    ),
    "case.draft": (
        (
            "Dossier d’un audit : `auditor audit JOURNAL --case FICHIER` le lit.\n"
            "Ôtez le # des lignes que vous remplissez ; `number` et `establishment.name` sont "
            "exigés."
        ),
        (
            "The case file of an audit: `auditor audit LOG --case FILE` reads it.\n"
            "Remove the # of the lines that you fill in; `number` and `establishment.name` are "
            "required."
        ),
    ),
    "case.asking": (
        "Une ligne vide laisse la question ouverte.",
        "An empty line leaves a question open.",
    ),
    "case.needed": ("Cette réponse est exigée.", "This answer is required."),
    "case.refused": ("« {text} » {says}", '"{text}" {says}'),
    "case.one_of": ("n’est pas l’un de ces mots : {known}", "is none of {known}"),
    "case.no_terminal": (
        (
            "Sans terminal, personne ne répond : `-o FICHIER` écrit le dossier avec ses questions, "
            "à remplir."
        ),
        (
            "Without a terminal nobody answers: `-o FILE` writes the case file with its questions, "
            "to be filled in."
        ),
    ),
    "case.status.provisional": ("provisoire", "provisional"),
    "case.status.final": ("définitif", "final"),
    "case.status.final-after-answers": ("définitif après réponses", "final after answers"),
    "case.assurance.log": ("tels quels", "as they are"),
    "case.assurance.declaration": ("sur déclaration", "as declared"),
    "case.assurance.seen": ("vus sur place", "checked on site"),
    "case.no_date": (
        "n’est pas une date : écrivez 31/01/2026, 31 janvier 2026 ou 2026-01-31.",
        "is no date: write 31/01/2026 (the day first), 31 January 2026 or 2026-01-31.",
    ),
    "case.written": ("Dossier écrit : {path}", "Case file written: {path}"),
    "case.ask.number": ("numéro du dossier", "number of the case"),
    "case.ask.status": (
        "état du rapport : provisoire, définitif ou définitif après réponses",
        "status of the report: provisional, final or final after answers",
    ),
    "case.ask.version": ("version du rapport", "version of the report"),
    "case.ask.establishment.name": ("nom du casino", "name of the casino"),
    "case.ask.establishment.casino": (
        "le nom qu’il a dans les journaux (colonne `casino`)",
        "its name in the logs (column `casino`)",
    ),
    "case.ask.establishment.operator": ("exploitant", "operator"),
    "case.ask.establishment.address": ("adresse", "address"),
    "case.ask.service.name": ("service qui contrôle", "service that audits"),
    "case.ask.service.mandate": ("mandat : référence et date", "mandate: reference and date"),
    "case.ask.service.inspectors": (
        "agents, séparés par des virgules",
        "inspectors, with commas between them",
    ),
    "case.ask.period.from": ("première journée de jeu", "first gaming day"),
    "case.ask.period.to": ("dernière journée de jeu", "last gaming day"),
    "case.ask.authorisation.order": (
        "numéro de l’arrêté d’autorisation",
        "number of the authorisation order",
    ),
    "case.ask.authorisation.date": ("date de cet arrêté", "date of that order"),
    "case.ask.authorisation.games": (
        "jeux autorisés (noms des jeux de règles), séparés par des virgules",
        "games authorised (names of rulesets), with commas between them",
    ),
    "case.ask.dates.received": ("réception des journaux", "logs received on"),
    "case.ask.dates.inspected": ("contrôle sur place", "inspection on site"),
    "case.ask.dates.issued": ("établissement du rapport", "report issued on"),
    "case.ask.dates.answers_by": (
        "dernier jour pour les réponses de l’exploitant",
        "last day for the operator's answers",
    ),
    "case.ask.supplied.by": ("qui a remis les journaux", "who supplied the logs"),
    "case.ask.supplied.how": ("sous quelle forme, par quelle voie", "in which form, how"),
    "case.ask.supplied.assurance": (
        "foi des journaux : tels quels, sur déclaration ou vus sur place",
        "trust in the logs: as they are, as declared or checked on site",
    ),
    "case.ask.clock.ahead": (
        "avance de l’horloge des journaux sur l’heure légale ; `-0:00:30` si elle retarde",
        "how far the clock of the logs is ahead of legal time; `-0:00:30` if it is behind",
    ),
    "case.ask.images.kept_days": (
        "jours de conservation des images",
        "days for which images are kept",
    ),
    # ---- a report that is verified --------------------------------------------------------------
    "verify.no_attachment": (
        "ce PDF ne contient pas de `{name}` : donnez le fichier `findings.json` lui-même.",
        "this PDF holds no `{name}`: give the file `findings.json` itself.",
    ),
    "verify.damaged": (
        "ce PDF ne peut être lu : il est endommagé, ou il a été changé.",
        "this PDF cannot be read: it is damaged, or it was changed.",
    ),
    "verify.no_report": (
        "ce n’est pas le `findings.json` d’un audit, ou il a été changé ({error}).",
        "this is not the `findings.json` of an audit, or it was changed ({error}).",
    ),
    "people.cannot_read": ("Illisible ({error}).", "It cannot be read ({error})."),
    "people.cannot_make": (
        (
            "La clé des pseudonymes ne peut être écrite dans `{path}` ({error}). Donnez un fichier "
            "par `--key`, ou nommez les personnes par `--identify`."
        ),
        (
            "The key of pseudonyms cannot be written to `{path}` ({error}). Give a file with "
            "`--key`, or name people with `--identify`."
        ),
    ),
    "people.open_key": (
        "D’autres que vous peuvent lire la clé des pseudonymes : `chmod 600 {path}`.",
        "Others than you can read the key of pseudonyms: `chmod 600 {path}`.",
    ),
    "people.short_key": (
        "La clé dans `{path}` est trop courte : il en faut au moins {least} signes.",
        "The key in `{path}` is too short: it takes at least {least} signs.",
    ),
    "verify.nameless": (
        (
            "Note : sans la clé des pseudonymes ({id}), il est vérifié que chacun désigne partout "
            "la même personne, et non laquelle."
        ),
        (
            "Note: without the key of the pseudonyms ({id}), each is verified to be the same "
            "person throughout, not which person it is."
        ),
    ),
    "verify.own_case": (
        (
            "Note : ce que dit le dossier est repris du rapport ; `--case` compare avec le "
            "fichier de qui l’a écrit."
        ),
        (
            "Note: what the case says is taken from the report; `--case` compares it with the "
            "file of whoever wrote it."
        ),
    ),
    "verify.needed_rules": (
        (
            "Cet audit s’est fait avec les règles `{name}`, qui ne sont pas livrées avec auditor : "
            "donnez-les par `--rules CHEMIN`."
        ),
        (
            "This audit had the rules `{name}`, which are not shipped with auditor: give them with "
            "`--rules PATH`."
        ),
    ),
    "verify.needed": (
        "Cet audit s’est fait avec `{file}` : donnez-le par `{option}`.",
        "This audit had `{file}`: give it with `{option}`.",
    ),
    "verify.files": (
        "{count} fichier, par son empreinte|{count} fichiers, par leur empreinte",
        "{count} file, by its hash|{count} files, by their hashes",
    ),
    "verify.lacking": (
        "Manque : {file}, d’empreinte {sha256}. Le fichier a été changé, ou n’a pas été donné.",
        "Lacking: {file}, of the hash {sha256}. The file was changed, or was not given.",
    ),
    "verify.other": (
        "En trop : {file}, d’empreinte {sha256}, que le rapport ne connaît pas.",
        "Too many: {file}, of the hash {sha256}, which the report does not know.",
    ),
    "verify.rules": ("règles : {names}", "rules: {names}"),
    "verify.rules_differ": (
        "Règles `{name}` : le rapport a {told}, voici {found}.",
        "Rules `{name}`: the report has {told}, here is {found}.",
    ),
    "verify.findings": (
        (
            "tout ce que dit le rapport, avec {count} constat"
            "|tout ce que dit le rapport, avec {count} constats"
        ),
        (
            "all that the report says, with {count} finding"
            "|all that the report says, with {count} findings"
        ),
    ),
    "verify.differs": (
        "`{where}` : le rapport dit « {told} », le nouvel audit « {found} ».",
        '`{where}`: the report says "{told}", the new audit "{found}".',
    ),
    "verify.attachments": (
        "{count} fichier joint|{count} fichiers joints",
        "{count} file inside|{count} files inside",
    ),
    "verify.attachment_differs": (
        "Le fichier joint {name} n’est pas celui de ce rapport et de ces règles.",
        "The file {name} inside is not that of this report and these rules.",
    ),
    "verify.bytes": ("les octets de findings.json", "the bytes of findings.json"),
    "verify.bytes_differ": (
        (
            "findings.json n’a pas les octets que donne ce qu’il dit : il a été changé, ou une "
            "autre version l’a écrit."
        ),
        (
            "findings.json has other bytes than what it says gives: it was changed, or written by "
            "another version."
        ),
    ),
    "verify.pages": ("les pages, imprimées de nouveau", "the pages, printed again"),
    "verify.pages_differ": (
        (
            "Le PDF n’a pas les octets que donne une nouvelle impression : il a été changé, ou une "
            "autre version l’a imprimé."
        ),
        (
            "The PDF has other bytes than a new print: it was changed, or printed by another "
            "version."
        ),
    ),
    "verify.signed": (
        (
            "les pages, imprimées de nouveau ; n’y ont été ajoutées que des signatures (ce "
            "qu’elles valent : `auditor sign --check`)"
        ),
        (
            "the pages, printed again; nothing but signatures was added to them (what these are "
            "worth: `auditor sign --check`)"
        ),
    ),
    "verify.appended": (
        (
            "Le PDF commence par les octets d’une nouvelle impression, mais ce qui y a été ajouté "
            "est plus que des signatures : les pages peuvent être autres."
        ),
        (
            "The PDF begins with the bytes of a new print, but what was added to them is more than "
            "signatures: the pages may be others."
        ),
    ),
    "verify.not_printed": (
        "Les pages n’ont pas pu être imprimées de nouveau : {error}",
        "The pages could not be printed again: {error}",
    ),
    "verify.version": (
        "Note : {what} {told} a fait le rapport, {found} vérifie.",
        "Note: {what} {told} made the report, {found} verifies it.",
    ),
    "verify.same": ("Identique : {what}", "The same: {what}"),
    "verify.reproduced": ("Reproduit.", "Reproduced."),
    "verify.not_reproduced": ("Non reproduit.", "Not reproduced."),
    # ---- signatures of a report -----------------------------------------------------------------
    "sign.not_installed": (
        (
            "Les signatures ont besoin de pyHanko, qui n’est pas installé : "
            "`pip install 'auditor[sign]'`."
        ),
        "Signatures need pyHanko, which is not installed: `pip install 'auditor[sign]'`.",
    ),
    "sign.needs_certificate": (
        (
            "Pour signer, il faut une clé : `--certificate FICHIER.p12` ; pour lire des "
            "signatures, `--check`."
        ),
        "Signing needs a key: `--certificate FILE.p12`; to read signatures, `--check`.",
    ),
    "sign.passphrase": ("Phrase secrète de la clé", "Passphrase of the key"),
    "sign.no_key": (
        (
            "Le certificat ne donne pas de clé : ce n’est pas un fichier PKCS #12 (.p12, .pfx), ou "
            "la phrase secrète n’est pas la sienne (`--passphrase-file`, AUDITOR_PASSPHRASE)."
        ),
        (
            "The certificate gives no key: it is no PKCS #12 file (.p12, .pfx), or the passphrase "
            "is not its own (`--passphrase-file`, AUDITOR_PASSPHRASE)."
        ),
    ),
    "sign.over_input": (
        "{path} est lu : le rapport signé s’écrit ailleurs (`--output`).",
        "{path} is read: the signed report is written elsewhere (`--output`).",
    ),
    "sign.no_certificate": (
        "`--trust` demande un certificat (PEM ou DER).",
        "`--trust` asks for a certificate (PEM or DER).",
    ),
    "sign.failed": ("Le PDF n’a pas pu être signé : {error}", "The PDF was not signed: {error}"),
    "sign.no_stamp": (
        (
            "Le PDF n’a pas été signé : l’autorité d’horodatage `{address}` n’a pas répondu par un "
            "horodatage."
        ),
        "The PDF was not signed: the authority `{address}` did not answer with a timestamp.",
    ),
    "sign.unreadable": (
        "Les signatures de ce PDF ne peuvent être lues : {error}",
        "The signatures of this PDF cannot be read: {error}",
    ),
    "sign.none": ("Ce PDF n’est pas signé.", "This PDF is not signed."),
    "sign.by": ("Signature {number} : {signer}", "Signature {number}: {signer}"),
    "sign.stamped": ("horodatée {time} par {authority}", "stamped {time} by {authority}"),
    "sign.stated": (
        "datée {time}, selon le signataire",
        "dated {time}, as the signer says",
    ),
    "sign.covers": (
        "couvre tout le fichier, intact",
        "covers the whole file, intact",
    ),
    "sign.broken": (
        "NE VAUT PAS : les octets signés ont été changés",
        "DOES NOT HOLD: the bytes that were signed have been changed",
    ),
    "sign.partial": (
        "NE VAUT PAS : elle laisse de côté une partie du fichier signé",
        "DOES NOT HOLD: it leaves out a part of the file that was signed",
    ),
    "sign.earlier": (
        (
            "couvre une version antérieure, intacte : {count} octet y a été ajouté, d’autres "
            "signatures seulement|couvre une version antérieure, intacte : {count} octets y ont "
            "été ajoutés, d’autres signatures seulement"
        ),
        (
            "covers an earlier version, intact: {count} byte was added to it, further signatures "
            "only|covers an earlier version, intact: {count} bytes were added to it, further "
            "signatures only"
        ),
    ),
    "sign.changed": (
        (
            "NE COUVRE PAS le fichier tel qu’il est : {count} octet y a été ajouté après elle, qui "
            "n’est pas que d’autres signatures|NE COUVRE PAS le fichier tel qu’il est : {count} "
            "octets y ont été ajoutés après elle, qui ne sont pas que d’autres signatures"
        ),
        (
            "DOES NOT COVER the file as it is: {count} byte was added after it, which is not only "
            "further signatures|DOES NOT COVER the file as it is: {count} bytes were added after "
            "it, which are not only further signatures"
        ),
    ),
    "sign.not_judged": (
        (
            "l’origine du certificat n’a pas été vérifiée (`--trust`) : n’importe qui peut en "
            "avoir fait un à ce nom"
        ),
        (
            "where the certificate comes from was not checked (`--trust`): anybody may have made "
            "one of this name"
        ),
    ),
    "sign.trusted": (
        "le certificat vient de ceux qui ont été donnés",
        "the certificate comes from those that were given",
    ),
    "sign.not_trusted": (
        "le certificat NE VIENT d’aucun de ceux qui ont été donnés, ou n’est plus valable",
        "the certificate comes from NONE of those that were given, or is not valid now",
    ),
    "sign.before": (
        (
            "Avant d’être signé, le fichier a reçu plus que des signatures : `auditor verify` le "
            "compare à une nouvelle impression."
        ),
        (
            "Before it was signed, more than signatures was added to the file: `auditor verify` "
            "compares it with a new print."
        ),
    ),
}
