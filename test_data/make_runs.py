#!/usr/bin/env python3
"""Writes the saved sample runs: model answers in the messy variety real ones have.

Python 3.9 or later, standard library only, the same output at every run:

    python3 make_runs.py

Each run is one line of RUNS below. The right amounts are read from the case's
output.xml, and the explanations (and, for a state case, the federal amounts
under it) from its NOTES.md. Beside the answers the script writes runs.json:
for every file what is peculiar about it, and the amounts a careful reader
takes from its main form (null: blank or missing).

A run is `case run look errors... quirks...`:

look      plain, bold, table, bullets, json, xml, refusal, empty
errors    rate            line 16 by the rate schedule instead of the Tax Table, carried down
          set:L=N         a wrong amount, carried down through the arithmetic
          only:L=N        a wrong amount, not carried down
          swap:L          two digits transposed, carried down
          neg:L           the sign is wrong, carried down
          onlyneg:L       the sign is wrong, not carried down
          drop:A-B        the lines from A to B are not there at all
          text:L          words where the amount should be
          st:...          the same, on the state form
quirks    crlf, nbsp, zwsp, bom, wrap (line broken before its last pipe), fence, think,
          note (remarks after amounts), intro, outro, draft (a wrong draft stands
          first), otheryear (the other year's line numbers), cut:L (output ends in
          the middle of line L; stcut:L on the state form), short (schedules left out), upper (LINE)
numbers   n:plain, n:comma, n:dollar, n:cents
zeros     z:blank, z:0, z:-0-, z:na, z:none, z:dash
negatives m:hyphen, m:paren, m:minus, m:endash
"""

import json
import random
import re
import shutil
import xml.etree.ElementTree as ElementTree
from pathlib import Path

HERE = Path(__file__).resolve().parent

# --------------------------------------------------------------------------
# Form 1040. Line, label, MeF element.

FORM_1040_2024 = [
    ("1a", "Total amount from Form(s) W-2, box 1", "WagesAmt"),
    ("1b", "Household employee wages not reported on Form(s) W-2", None),
    ("1c", "Tip income not reported on line 1a", None),
    ("1d", "Medicaid waiver payments not reported on Form(s) W-2", None),
    ("1e", "Taxable dependent care benefits from Form 2441, line 26", None),
    ("1f", "Employer-provided adoption benefits from Form 8839, line 29", None),
    ("1g", "Wages from Form 8919, line 6", None),
    ("1h", "Other earned income", None),
    ("1i", "Nontaxable combat pay election", None),
    ("1z", "Add lines 1a through 1h", "WagesSalariesAndTipsAmt"),
    ("2a", "Tax-exempt interest", "TaxExemptInterestAmt"),
    ("2b", "Taxable interest", "TaxableInterestAmt"),
    ("3a", "Qualified dividends", "QualifiedDividendsAmt"),
    ("3b", "Ordinary dividends", "OrdinaryDividendsAmt"),
    ("4a", "IRA distributions", "IRADistributionsAmt"),
    ("4b", "Taxable amount", "TaxableIRAAmt"),
    ("5a", "Pensions and annuities", "PensionsAnnuitiesAmt"),
    ("5b", "Taxable amount", "TotalTaxablePensionsAmt"),
    ("6a", "Social security benefits", "SocSecBnftAmt"),
    ("6b", "Taxable amount", "TaxableSocSecAmt"),
    ("6c", "If you elect to use the lump-sum election method, check here", None),
    ("7", "Capital gain or (loss). Attach Schedule D if required. If not required, check here", "CapitalGainLossAmt"),
    ("8", "Additional income from Schedule 1, line 10", "TotalAdditionalIncomeAmt"),
    ("9", "Add lines 1z, 2b, 3b, 4b, 5b, 6b, 7, and 8. This is your total income", "TotalIncomeAmt"),
    ("10", "Adjustments to income from Schedule 1, line 26", "TotalAdjustmentsAmt"),
    ("11", "Subtract line 10 from line 9. This is your adjusted gross income", "AdjustedGrossIncomeAmt"),
    ("12", "Standard deduction or itemized deductions (from Schedule A)", "TotalItemizedOrStandardDedAmt"),
    ("13", "Qualified business income deduction from Form 8995 or Form 8995-A", "QualifiedBusinessIncomeDedAmt"),
    ("14", "Add lines 12 and 13", "TotalDeductionsAmt"),
    ("15", "Subtract line 14 from line 11. If zero or less, enter -0-. This is your taxable income", "TaxableIncomeAmt"),
    ("16", "Tax", "TaxAmt"),
    ("17", "Amount from Schedule 2, line 3", "AdditionalTaxAmt"),
    ("18", "Add lines 16 and 17", "TotalTaxBeforeCrAndOthTaxesAmt"),
    ("19", "Child tax credit or credit for other dependents from Schedule 8812", "CTCODCAmt"),
    ("20", "Amount from Schedule 3, line 8", "TotalNonrefundableCreditsAmt"),
    ("21", "Add lines 19 and 20", "TotalCreditsAmt"),
    ("22", "Subtract line 21 from line 18. If zero or less, enter -0-", "TaxLessCreditsAmt"),
    ("23", "Other taxes, including self-employment tax, from Schedule 2, line 21", "TotalOtherTaxesAmt"),
    ("24", "Add lines 22 and 23. This is your total tax", "TotalTaxAmt"),
    ("25a", "Federal income tax withheld from Form(s) W-2", "FormW2WithheldTaxAmt"),
    ("25b", "Federal income tax withheld from Form(s) 1099", "Form1099WithheldTaxAmt"),
    ("25c", "Federal income tax withheld from other forms", "TaxWithheldOtherAmt"),
    ("25d", "Add lines 25a through 25c", "WithholdingTaxAmt"),
    ("26", "2024 estimated tax payments and amount applied from 2023 return", "EstimatedTaxPaymentsAmt"),
    ("27", "Earned income credit (EIC)", "EarnedIncomeCreditAmt"),
    ("28", "Additional child tax credit from Schedule 8812", "AdditionalChildTaxCreditAmt"),
    ("29", "American opportunity credit from Form 8863, line 8", "RefundableAmerOppCreditAmt"),
    ("30", "Reserved for future use", None),
    ("31", "Amount from Schedule 3, line 15", "TotalOtherPaymentsRfdblCrAmt"),
    ("32", "Add lines 27, 28, 29, and 31. These are your total other payments and refundable credits", "RefundableCreditsAmt"),
    ("33", "Add lines 25d, 26, and 32. These are your total payments", "TotalPaymentsAmt"),
    ("34", "If line 33 is more than line 24, subtract line 24 from line 33. This is the amount you overpaid", "OverpaidAmt"),
    ("35a", "Amount of line 34 you want refunded to you. If Form 8888 is attached, check here", "RefundAmt"),
    ("35b", "Routing number", None),
    ("35c", "Type: Checking / Savings", None),
    ("35d", "Account number", None),
    ("36", "Amount of line 34 you want applied to your 2025 estimated tax", "AppliedToEsTaxAmt"),
    ("37", "Subtract line 33 from line 24. This is the amount you owe", "OwedAmt"),
    ("38", "Estimated tax penalty", "EsPenaltyAmt"),
]

RENUMBERED_2025 = {"7": "7a", "11": "11a", "12": "12e", "13": "13a", "27": "27a"}
LABELS_2025 = {
    "1f": "Employer-provided adoption benefits from Form 8839, line 31",
    "9": "Add lines 1z, 2b, 3b, 4b, 5b, 6b, 7a, and 8. This is your total income",
    "14": "Add lines 12e, 13a, and 13b",
    "15": "Subtract line 14 from line 11b. If zero or less, enter -0-. This is your taxable income",
    "26": "2025 estimated tax payments and amount applied from 2024 return",
    "30": "Refundable adoption credit from Form 8839, line 13",
    "32": "Add lines 27a, 28, 29, 30, and 31. These are your total other payments and refundable credits",
    "36": "Amount of line 34 you want applied to your 2026 estimated tax",
}
AFTER_2025 = {
    "3b": [("3c", "Check if your child's dividends are included in line 3a or line 3b")],
    "6c": [("6d", "If you are married filing separately and lived apart from your spouse the entire year, check here")],
    "7": [("7b", "Check if: Schedule D not required; includes child's capital gain or (loss)")],
    "11": [("11b", "Amount from line 11a (adjusted gross income)"),
           ("12a", "Someone can claim you as a dependent; your spouse as a dependent"),
           ("12b", "Spouse itemizes on a separate return"),
           ("12c", "You were a dual-status alien"),
           ("12d", "You: Were born before January 2, 1961; Are blind")],
    "13": [("13b", "Additional deductions from Schedule 1-A, line 38")],
    "27": [("27b", "Clergy filing Schedule SE"), ("27c", "If you do not want to claim the EIC, check here")],
}


def federal_form(year):
    """Rows of (printed line, label, key): key is the 2024 number, which the arithmetic uses."""
    if year == "ty24":
        return [(line, label, line) for line, label, _ in FORM_1040_2024]
    rows = []
    for line, label, _ in FORM_1040_2024:
        rows.append((RENUMBERED_2025.get(line, line), LABELS_2025.get(line, label), line))
        rows += [(extra, text, "11" if extra == "11b" else extra) for extra, text in AFTER_2025.get(line, [])]
    return rows


SECTIONS = {"1a": "Income", "12": "Deductions and Taxable Income", "16": "Tax and Credits", "25a": "Payments",
            "34": "Refund", "37": "Amount You Owe"}
SUMS = {
    "1z": (["1a"], []), "9": (["1z", "2b", "3b", "4b", "5b", "6b", "7", "8"], []), "11": (["9"], ["10"]),
    "14": (["12", "13"], []), "15": (["11"], ["14"]), "18": (["16", "17"], []), "21": (["19", "20"], []),
    "22": (["18"], ["21"]), "24": (["22", "23"], []), "25d": (["25a", "25b", "25c"], []),
    "32": (["27", "28", "29", "31"], []), "33": (["25d", "26", "32"], []), "34": (["33"], ["24"]),
    "35a": (["34"], ["36"]), "37": (["24"], ["33"]),
}
FLOORED = {"15", "22", "34", "35a", "37"}
SCORED = ["1a", "9", "10", "11", "12", "15", "16", "19", "24", "25d", "26", "27", "28", "29", "32", "33", "34", "35a", "37"]

BRACKETS = {
    "ty24": {1: [11600, 47150, 100525, 191950, 243725, 609350], 2: [23200, 94300, 201050, 383900, 487450, 731200],
             4: [16550, 63100, 100500, 191950, 243700, 609350]},
    "ty25": {1: [11925, 48475, 103350, 197300, 250525, 626350], 2: [23850, 96950, 206700, 394600, 501050, 751600],
             4: [17000, 64850, 103350, 197300, 250500, 626350]},
}
RATES = [10, 12, 22, 24, 32, 35, 37]
ZERO_RATE_END = {"ty24": {1: 47025, 2: 94050, 4: 63000}, "ty25": {1: 48350, 2: 96700, 4: 64750}}


def schedule_cents(year, status, twice):
    """Tax by the rate schedule, in hundredths of a dollar, on twice the income (so that halves are exact)."""
    total, low = 0, 0
    for rate, high in zip(RATES, BRACKETS[year][status] + [10**9]):
        total += rate * max(0, min(twice, 2 * high) - 2 * low)
        low = high
    return total / 2


def half_up(cents):
    return int((cents + 50) // 100)


def tax_of(year, status, income, by_table):
    if income <= 0:
        return 0
    if not by_table or income >= 100_000:
        return half_up(schedule_cents(year, status, 2 * income))
    if income < 5:
        low, high = 0, 5
    elif income < 25:
        low, high = (5, 15) if income < 15 else (15, 25)
    else:
        width = 25 if income < 3000 else 50
        low = income // width * width
        high = low + width
    return half_up(schedule_cents(year, status, low + high))


def line_16(year, status, v, by_table):
    income, gain = v.get("15", 0), v.get("3a", 0) + max(0, v.get("7", 0))
    if not gain or income <= 0:
        return tax_of(year, status, income, by_table)
    gain = min(gain, income)
    ordinary = income - gain
    free = max(0, min(income, ZERO_RATE_END[year][status]) - ordinary)
    worksheet = half_up(100 * tax_of(year, status, ordinary, by_table) + 15 * (gain - min(free, gain)))
    return min(worksheet, tax_of(year, status, income, by_table))


# --------------------------------------------------------------------------
# State main forms. Line, label, path of the value below the form element.

STATE_FORMS = {
    "ca": ("Form 540: California Resident Income Tax Return", "CAForm540", [
        ("7", "Personal: If you checked box 1, 3, or 4 above, enter 1 in the box", "Exemptions/Personal/Amount"),
        ("8", "Blind: If you (or your spouse/RDP) are visually impaired, enter 1", None),
        ("9", "Senior: If you (or your spouse/RDP) are 65 or older, enter 1", None),
        ("10", "Dependents: Do not include yourself or your spouse/RDP", None),
        ("11", "Exemption amount: Add line 7 through line 10. Transfer this amount to line 32", "Exemptions/TotalExemptionAmt"),
        ("12", "State wages from your federal Form(s) W-2, box 16", "TaxableIncome/StateWages"),
        ("13", "Federal adjusted gross income from federal Form 1040, line 11a", "TaxableIncome/FederalAGI"),
        ("14", "California adjustments - subtractions from Schedule CA (540), Part I, line 27, column B", "TaxableIncome/CAAdjSubtractions"),
        ("15", "Subtract line 14 from line 13", "TaxableIncome/SubtotalAfterCASubtractions"),
        ("16", "California adjustments - additions from Schedule CA (540), Part I, line 27, column C", None),
        ("17", "California adjusted gross income. Combine line 15 and line 16", "TaxableIncome/CAAGI"),
        ("18", "The larger of your California itemized deductions or your California standard deduction", "TaxableIncome/CADeductions"),
        ("19", "Subtract line 18 from line 17. This is your taxable income. If less than zero, enter -0-", "TaxableIncome/CATaxableIncome"),
        ("31", "Tax. Check the box if from: Tax Table, Tax Rate Schedule", "Tax/StateIncomeTax"),
        ("32", "Exemption credits. Enter the amount from line 11", "Tax/ExemptionCredits"),
        ("33", "Subtract line 32 from line 31. If less than zero, enter -0-", "Tax/TaxAfterExemptions"),
        ("34", "Tax. Check the box if from: Schedule G-1, FTB 5870A", None),
        ("35", "Add line 33 and line 34", "Tax/TotalTax"),
        ("40", "Nonrefundable Child and Dependent Care Expenses Credit", None),
        ("43", "Enter credit name, code and amount", None),
        ("44", "Enter credit name, code and amount", None),
        ("45", "To claim more than two credits, attach Schedule P (540)", None),
        ("46", "Nonrefundable Renter's Credit", None),
        ("47", "Add line 40 through line 46. These are your total credits", None),
        ("48", "Subtract line 47 from line 35. If less than zero, enter -0-", "SpecialCredits/TotalTaxAfterCredits"),
        ("61", "Alternative Minimum Tax. Attach Schedule P (540)", None),
        ("62", "Behavioral Health Services Tax", None),
        ("63", "Other taxes and credit recapture", None),
        ("64", "Add line 48, line 61, line 62, and line 63. This is your total tax", "OtherTaxes/TotalTax"),
        ("71", "California income tax withheld", "Payments/CAWithholding"),
        ("72", "2025 California estimated tax and other payments", None),
        ("73", "Withholding (Form 592-B and/or Form 593)", None),
        ("75", "Earned Income Tax Credit (EITC)", None),
        ("76", "Young Child Tax Credit (YCTC)", None),
        ("77", "Foster Youth Tax Credit (FYTC)", None),
        ("78", "Add line 71 through line 77. These are your total payments", "Payments/TotalPayments"),
        ("91", "Use Tax. Do not leave blank", "UseTax"),
        ("92", "Individual Shared Responsibility (ISR) Penalty. Full-year health care coverage: check the box", None),
        ("93", "Payments balance. If line 78 is more than line 91, subtract line 91 from line 78", "OverpaidTaxAndTaxDue/PaymentsBalance"),
        ("94", "Use Tax balance. If line 91 is more than line 78, subtract line 78 from line 91", None),
        ("95", "Payments after Individual Shared Responsibility Penalty", "OverpaidTaxAndTaxDue/PaymentsAfterISRPenalty"),
        ("96", "Individual Shared Responsibility Penalty Balance", None),
        ("97", "Overpaid tax. If line 95 is more than line 64, subtract line 64 from line 95", "OverpaidTaxAndTaxDue/OverpaidTax"),
        ("98", "Amount of line 97 you want applied to your 2026 estimated tax", None),
        ("99", "Overpaid tax available this year. Subtract line 98 from line 97", "OverpaidTaxAndTaxDue/OverpaidTaxAvailable"),
        ("100", "Tax due. If line 95 is less than line 64, subtract line 95 from line 64", "OverpaidTaxAndTaxDue/TaxDue"),
        ("111", "AMOUNT YOU OWE", "AmountOwed"),
        ("114", "Total amount due", "InterestAndPenalties/TotalAmtDue"),
        ("115", "REFUND OR NO AMOUNT DUE", "Refund"),
    ]),
    "il": ("Form IL-1040: Individual Income Tax Return", "FormIL1040/IL1040Shared", [
        ("1", "Federal adjusted gross income from your federal Form 1040, line 11a", "FederalAdjustedGrossIncome"),
        ("2", "Federally tax-exempt interest and dividend income from your federal Form 1040, line 2a", None),
        ("3", "Other additions. Attach Schedule M", "OtherAdditions"),
        ("4", "Total income. Add Lines 1 through 3", "TotalIncome"),
        ("5", "Social Security benefits and certain retirement plan income included in Line 1", None),
        ("6", "Illinois Income Tax overpayment included in federal Form 1040, Schedule 1, line 1", None),
        ("7", "Other subtractions. Attach Schedule M", None),
        ("8", "Add Lines 5, 6, and 7. This is the total of your subtractions", "TotalSubtractionsFromIncome"),
        ("9", "Illinois base income. Subtract Line 8 from Line 4", "BaseIncome"),
        ("10a", "Exemption amount for yourself and your spouse", "ExemptAmountYouSpouse"),
        ("10b", "Check if 65 or older: number of boxes x $1,000", None),
        ("10c", "Check if legally blind: number of boxes x $1,000", None),
        ("10d", "If you are claiming dependents, enter the amount from Schedule IL-E/EIC, Step 2, Line 1", "ExemptAmountDependents"),
        ("10", "Exemption allowance. Add Lines 10a through 10d", "TotalExemptions"),
        ("11", "Residents: Net income. Subtract Line 10 from Line 9", "NetIncome"),
        ("12", "Residents: Multiply Line 11 by 4.95% (.0495). Cannot be less than zero", "TaxOnNetIncome"),
        ("13", "Recapture of investment tax credits. Attach Schedule 4255", None),
        ("14", "Income tax. Add Lines 12 and 13. Cannot be less than zero", "TotalIncomeTax"),
        ("15", "Income tax paid to another state while an Illinois resident. Attach Schedule CR", None),
        ("16", "Property tax and K-12 education expense credit amount from Schedule ICR", "CreditFromScheduleICR"),
        ("17", "Credit amount from Schedule 1299-C", "CreditFromSchedule1299C"),
        ("18", "Add Lines 15, 16, and 17. Cannot exceed the tax amount on Line 14", "TotalNonrefundableCredits"),
        ("19", "Tax after nonrefundable credits. Subtract Line 18 from Line 14", "TotIncTaxLessNonrefCredits"),
        ("20", "Household employment tax", None),
        ("21", "Use tax on internet, mail order, or other out-of-state purchases", "UseTax"),
        ("22", "Compassionate Use of Medical Cannabis Program Act and sale of assets by gaming licensee surcharges", None),
        ("23", "Total Tax. Add Lines 19, 20, 21, and 22", "TotalTax"),
        ("24", "Total tax from Page 1, Line 23", "TotalTax"),
        ("25", "Illinois Income Tax withheld. Attach Schedule IL-WIT", "ILTaxWithheld"),
        ("26", "Estimated payments from Forms IL-1040-ES and IL-505-I", "EstimatedPayments"),
        ("27", "Pass-through withholding. Attach Schedule K-1-P or K-1-T", None),
        ("28", "Pass-through entity tax credit", None),
        ("29", "Earned Income Tax Credit from Schedule IL-E/EIC, Step 4", "ILEarnedIncomeCredit"),
        ("30", "Child Tax Credit from Schedule IL-E/EIC, Step 5", "ILChildTaxCredit"),
        ("31", "Total payments and refundable credits. Add Lines 25 through 30", "TotalPaymentsRefundableCredits"),
        ("32", "If Line 31 is greater than Line 24, subtract Line 24 from Line 31. This is your overpayment", "OverpaymentAmount"),
        ("33", "If Line 24 is greater than Line 31, subtract Line 31 from Line 24", "TaxDue"),
        ("34", "Late-payment penalty for underpayment of estimated tax", None),
        ("35", "Voluntary charitable donations. Attach Schedule G", None),
        ("36", "Total penalty and donations. Add Lines 34 and 35", None),
        ("37", "If you have an overpayment on Line 32 and it is greater than Line 36, subtract Line 36 from Line 32", "OverpaymentBalance"),
        ("38", "Amount from Line 37 you want refunded to you", "NetRefund"),
        ("39", "I choose to receive my refund by", None),
        ("40", "Amount to be credited forward. Subtract Line 38 from Line 37", None),
        ("41", "Amount you owe", "BalanceDueWithReturn"),
    ]),
    "ny": ("Form IT-201: Resident Income Tax Return", "processBO/composition/forms/IT201", [
        ("1", "Wages, salaries, tips, etc.", "WG_AMT"),
        ("2", "Taxable interest income", "INT_AMT"),
        ("3", "Ordinary dividends", "DVND_AMT"),
        ("4", "Taxable refunds, credits, or offsets of state and local income taxes", None),
        ("5", "Alimony received", None),
        ("6", "Business income or loss", None),
        ("7", "Capital gain or loss", None),
        ("8", "Other gains or losses", None),
        ("9", "Taxable amount of IRA distributions", None),
        ("10", "Taxable amount of pensions and annuities", None),
        ("11", "Rental real estate, royalties, partnerships, S corporations, trusts, etc.", None),
        ("13", "Farm income or loss", None),
        ("14", "Unemployment compensation", "TX_UNEMP_AMT"),
        ("15", "Taxable amount of social security benefits", None),
        ("16", "Other income", None),
        ("17", "Add lines 1 through 11 and 13 through 16", "FEDAGI_B4_ADJ_AMT"),
        ("18", "Total federal adjustments to income", "FEDADJ_AMT"),
        ("19", "Federal adjusted gross income. Subtract line 18 from line 17", "FEDAGI_AMT"),
        ("20", "Interest income on state and local bonds and obligations", None),
        ("21", "Public employee 414(h) retirement contributions", None),
        ("22", "New York's 529 college savings program distributions", None),
        ("23", "Other additions (Form IT-225, line 9)", None),
        ("24", "Add lines 19 through 23", "A_SUBTL_AMT"),
        ("25", "Taxable refunds, credits, or offsets of state and local income taxes (from line 4)", None),
        ("26", "Pensions of NYS and local governments and the federal government", None),
        ("27", "Taxable amount of social security benefits (from line 15)", None),
        ("28", "Interest income on U.S. government bonds", None),
        ("29", "Pension and annuity income exclusion", None),
        ("30", "New York's 529 college savings program deduction/earnings", None),
        ("31", "Other subtractions (Form IT-225, line 18)", None),
        ("32", "Add lines 25 through 31", None),
        ("33", "New York adjusted gross income. Subtract line 32 from line 24", "NYSAGI_AMT"),
        ("34", "Standard deduction or itemized deduction", "DED_AMT"),
        ("35", "Subtract line 34 from line 33", "INC_B4_EXMPT_AMT"),
        ("36", "Dependent exemptions", "EXMPT_AMT"),
        ("37", "Taxable income. Subtract line 36 from line 35", "TXBL_INC_AMT"),
        ("38", "Taxable income (from line 37 on page 2)", "TXBL_INC_AMT"),
        ("39", "NYS tax on line 38 amount", "TX_B4CR_AMT"),
        ("40", "NYS household credit", "HH_CR_AMT"),
        ("41", "Resident credit", None),
        ("42", "Other NYS nonrefundable credits", None),
        ("43", "Add lines 40, 41, and 42", "TOT_NRFNDCR_AMT"),
        ("44", "Subtract line 43 from line 39. If line 43 is more than line 39, leave blank", "TX_AFT_NRFNDCR_AMT"),
        ("45", "Net other NYS taxes", None),
        ("46", "Total New York State taxes. Add lines 44 and 45", "TOT_TX_AMT"),
        ("47", "NYC taxable income", None),
        ("58", "Total New York City and Yonkers taxes / surcharges and MCTMT", None),
        ("59", "Sales or use tax", "SALE_USE_AMT"),
        ("60", "Voluntary contributions", None),
        ("61", "Total New York State, New York City, Yonkers, and sales or use taxes, MCTMT, and voluntary contributions", "TX_GFT_AMT"),
        ("62", "Amount from line 61", "TX_GFT_AMT"),
        ("63", "Empire State child credit", None),
        ("64", "NYS/NYC child and dependent care credit", None),
        ("65", "NYS earned income credit (EIC)", None),
        ("67", "Real property tax credit", None),
        ("72", "Total New York State tax withheld", "TOT_WTHLD_AMT"),
        ("73", "Total New York City tax withheld", None),
        ("74", "Total Yonkers tax withheld", None),
        ("75", "Total estimated tax payments and amount paid with Form IT-370", None),
        ("76", "Total payments. Add lines 63 through 75", "TOT_PAY_AMT"),
        ("77", "Amount overpaid. If line 76 is more than line 62, subtract line 62 from line 76", "OVR_PAID_AMT"),
        ("78", "Amount of line 77 available for refund", "RFND_B4_EDU_AMT"),
        ("78a", "Amount of line 78 that you want to deposit into a NYS 529 account", None),
        ("78b", "Total refund after NYS 529 account deposit", "RFND_AMT"),
        ("79", "Amount of line 77 that you want applied to your 2026 estimated tax", None),
        ("80", "Amount you owe. If line 76 is less than line 62, subtract line 76 from line 62", "BAL_DUE_AMT"),
    ]),
    "va": ("Form 760: Virginia Resident Income Tax Return", "Form760CG", [
        ("1", "Adjusted Gross Income from federal return", "Income/FAGI"),
        ("2", "Additions from enclosed Schedule ADJ, Line 3", "Income/TotAddtns"),
        ("3", "Add Lines 1 and 2", "Income/AddtnsSubtot"),
        ("4", "Age Deduction", None),
        ("5", "Social Security Act and equivalent Tier 1 Railroad Retirement Act benefits", None),
        ("6", "State income tax refund or overpayment credit reported as income on your federal return", None),
        ("7", "Subtractions from enclosed Schedule ADJ, Line 7", "Income/Subtns"),
        ("8", "Add Lines 4, 5, 6, and 7", "Income/SubtnsSubTot"),
        ("9", "Virginia Adjusted Gross Income (VAGI). Subtract Line 8 from Line 3", "Income/VAGI"),
        ("10", "Itemized Deductions from Virginia Schedule A", None),
        ("11", "Standard Deduction", "Income/StandardDeducts"),
        ("12", "Exemptions. Enter the total amount from the Exemption Section", "Income/Exempts"),
        ("13", "Deductions from Schedule ADJ, Line 9", None),
        ("14", "Add Lines 10, 11, 12, and 13", "Income/DeductsSubTot"),
        ("15", "Virginia Taxable Income. Subtract Line 14 from Line 9", "Income/VATaxableIncm"),
        ("16", "Amount of Tax from Tax Table or Tax Rate Schedule", "TaxComputation/AmtOfTax"),
        ("17", "Spouse Tax Adjustment (STA)", None),
        ("18", "Net Amount of Tax. Subtract Line 17 from Line 16", "TaxComputation/NetAmtOfTax"),
        ("19a", "Your Virginia withholding", "PaymentsCredits/VAWithholdingPrim"),
        ("19b", "Spouse's Virginia withholding", None),
        ("20", "Estimated tax payments for taxable year 2025", None),
        ("21", "Amount of 2024 overpayment applied toward 2025 estimated tax", None),
        ("22", "Extension Payments", None),
        ("23", "Tax Credit for Low-Income Individuals or Virginia Earned Income Credit from Schedule ADJ, Line 17", None),
        ("24", "Credit for Tax Paid to Another State from Schedule OSC", None),
        ("25", "Credits from enclosed Schedule CR, Section 5", None),
        ("26", "Add Lines 19a through 25", "PaymentsCredits/TotPymtsAndCreds"),
        ("27", "If Line 26 is less than Line 18, subtract Line 26 from Line 18. This is the tax you owe", "TaxDueOrRefund/TaxYouOwe"),
        ("28", "If Line 18 is less than Line 26, subtract Line 18 from Line 26. This is your tax overpayment", "TaxDueOrRefund/TaxYouOverpaid"),
        ("29", "Amount of overpayment you want credited to next year's estimated tax", None),
        ("30", "Virginia529 and ABLE Contributions from Schedule VAC", None),
        ("31", "Other Voluntary Contributions from Schedule VAC", None),
        ("32", "Addition to Tax, Penalty, and Interest", None),
        ("33", "Consumer's Use Tax", None),
        ("34", "Add Lines 29 through 33", None),
        ("35", "If you owe tax on Line 27, add Lines 27 and 34. This is the amount you owe", "TaxDueOrRefund/AmountDue/AmtYouOwe"),
        ("36", "If Line 28 is greater than Line 34, subtract Line 34 from Line 28. This is your refund", "TaxDueOrRefund/Refund/RefundAmt"),
    ]),
}
# target: (plus, minus, floored)
STATE_SUMS = {
    "ca": [("11", ["7", "8", "9", "10"], [], 0), ("15", ["13"], ["14"], 0), ("17", ["15", "16"], [], 0), ("19", ["17"], ["18"], 1),
           ("33", ["31"], ["32"], 1), ("35", ["33", "34"], [], 0), ("48", ["35"], ["47"], 1), ("64", ["48", "61", "62", "63"], [], 0),
           ("78", ["71", "72", "73", "75", "76", "77"], [], 0), ("93", ["78"], ["91"], 1), ("95", ["93"], ["92"], 1),
           ("97", ["95"], ["64"], 1), ("99", ["97"], ["98"], 0), ("100", ["64"], ["95"], 1), ("111", ["94", "96", "100"], [], 0),
           ("114", ["111"], [], 0), ("115", ["99"], [], 0)],
    "il": [("4", ["1", "2", "3"], [], 0), ("8", ["5", "6", "7"], [], 0), ("9", ["4"], ["8"], 1), ("10", ["10a", "10b", "10c", "10d"], [], 0),
           ("11", ["9"], ["10"], 1), ("14", ["12", "13"], [], 0), ("18", ["15", "16", "17"], [], 0), ("19", ["14"], ["18"], 1),
           ("23", ["19", "20", "21", "22"], [], 0), ("24", ["23"], [], 0), ("31", ["25", "26", "27", "28", "29", "30"], [], 0),
           ("32", ["31"], ["24"], 1), ("33", ["24"], ["31"], 1), ("37", ["32"], ["36"], 0), ("38", ["37"], [], 0), ("41", ["33"], [], 0)],
    "ny": [("17", ["1", "2", "3", "6", "7", "14", "15"], [], 0), ("19", ["17"], ["18"], 0), ("24", ["19", "21", "23"], [], 0),
           ("32", ["27", "31"], [], 0), ("33", ["24"], ["32"], 0), ("35", ["33"], ["34"], 1), ("37", ["35"], ["36"], 1), ("38", ["37"], [], 0),
           ("43", ["40", "41", "42"], [], 0), ("44", ["39"], ["43"], 1), ("46", ["44", "45"], [], 0), ("61", ["46", "58", "59", "60"], [], 0),
           ("62", ["61"], [], 0), ("76", ["63", "64", "65", "67", "72", "73", "74", "75"], [], 0), ("77", ["76"], ["62"], 1),
           ("78", ["77"], ["79"], 0), ("78b", ["78"], ["78a"], 0), ("80", ["62"], ["76"], 1)],
    "va": [("3", ["1", "2"], [], 0), ("8", ["4", "5", "6", "7"], [], 0), ("9", ["3"], ["8"], 0), ("14", ["10", "11", "12", "13"], [], 0),
           ("15", ["9"], ["14"], 0), ("18", ["16"], ["17"], 0), ("26", ["19a", "19b", "20", "21", "22", "23", "24", "25"], [], 0),
           ("27", ["18"], ["26"], 1), ("28", ["26"], ["18"], 1), ("35", ["27"], [], 0), ("36", ["28"], ["34"], 0)],
}

# line of the taxable amount, line of the tax, [(start of bracket, rate in hundredths of a percent)], width and first amount of a table row
STATE_TAX = {
    "ca": ("19", "31", [(0, 100), (11079, 200), (26264, 400), (41452, 600), (57542, 800), (72724, 930)], 100, 51),
    "il": ("11", "12", [(0, 495)], 0, 0),
    "ny": ("38", "39", [(0, 400), (8500, 450), (11700, 525), (13900, 550), (80650, 600)], 50, 0),
    "va": ("15", "16", [(0, 200), (3000, 300), (5000, 500), (17000, 575)], 0, 0),
}


def state_tax(state, taxable):
    """Simple schedules, enough for the amounts in these runs; rates in hundredths of a percent."""
    _, _, brackets, width, offset = STATE_TAX[state]
    taxable = max(0, taxable)
    twice = 2 * taxable
    if width and taxable > offset:
        low = (taxable - offset) // width * width + offset
        twice = 2 * low + (width if not offset else width - 2)
    total = 0
    for at, (low, rate) in enumerate(brackets):
        high = brackets[at + 1][0] if at + 1 < len(brackets) else 10**9
        total += rate * max(0, min(twice, 2 * high) - 2 * low)
    return (total + 10_000) // 20_000


# --------------------------------------------------------------------------
# Schedules: their line numbers collide with those of the main form.

SCHEDULE_LINES = {
    "Schedule 1 (Form 1040): Additional Income and Adjustments to Income": [
        ("1", "Taxable refunds, credits, or offsets of state and local income taxes"), ("2a", "Alimony received"),
        ("2b", "Date of original divorce or separation agreement"), ("3", "Business income or (loss). Attach Schedule C"),
        ("4", "Other gains or (losses). Attach Form 4797"), ("5", "Rental real estate, royalties, partnerships, S corporations, trusts, etc."),
        ("6", "Farm income or (loss). Attach Schedule F"), ("7", "Unemployment compensation"), ("8a", "Net operating loss"), ("8b", "Gambling"),
        ("8c", "Cancellation of debt"), ("8d", "Foreign earned income exclusion from Form 2555"), ("8g", "Alaska Permanent Fund dividends"),
        ("8h", "Jury duty pay"), ("8i", "Prizes and awards"), ("8z", "Other income"), ("9", "Total other income. Add lines 8a through 8z"),
        ("10", "Combine lines 1 through 7 and 9. This is your additional income. Enter here and on Form 1040, line 8"),
        ("11", "Educator expenses"), ("12", "Certain business expenses of reservists, performing artists, and fee-basis government officials"),
        ("13", "Health savings account deduction. Attach Form 8889"), ("14", "Moving expenses for members of the Armed Forces"),
        ("15", "Deductible part of self-employment tax. Attach Schedule SE"), ("16", "Self-employed SEP, SIMPLE, and qualified plans"),
        ("17", "Self-employed health insurance deduction"), ("18", "Penalty on early withdrawal of savings"), ("19a", "Alimony paid"),
        ("20", "IRA deduction"), ("21", "Student loan interest deduction"), ("22", "Reserved for future use"), ("23", "Archer MSA deduction"),
        ("24a", "Jury duty pay"), ("24z", "Other adjustments"), ("25", "Total other adjustments. Add lines 24a through 24z"),
        ("26", "Add lines 11 through 23 and 25. These are your adjustments to income. Enter here and on Form 1040, line 10")],
    "Schedule 2 (Form 1040): Additional Taxes": [
        ("1a", "Excess advance premium tax credit repayment. Attach Form 8962"), ("1z", "Add lines 1a through 1y"),
        ("2", "Alternative minimum tax. Attach Form 6251"), ("3", "Add lines 1z and 2. Enter here and on Form 1040, line 17"),
        ("4", "Self-employment tax. Attach Schedule SE"), ("5", "Social security and Medicare tax on unreported tip income"),
        ("6", "Uncollected social security and Medicare tax on wages"), ("7", "Total additional social security and Medicare tax"),
        ("8", "Additional tax on IRAs or other tax-favored accounts. Attach Form 5329 if required"), ("9", "Household employment taxes"),
        ("11", "Additional Medicare Tax. Attach Form 8959"), ("12", "Net investment income tax. Attach Form 8960"),
        ("18", "Total additional taxes. Add lines 17a through 17z"),
        ("21", "Add lines 4, 7 through 16, and 18. These are your total other taxes. Enter here and on Form 1040, line 23")],
    "Schedule 3 (Form 1040): Additional Credits and Payments": [
        ("1", "Foreign tax credit"), ("2", "Credit for child and dependent care expenses from Form 2441, line 11"),
        ("3", "Education credits from Form 8863, line 19"), ("4", "Retirement savings contributions credit"),
        ("5a", "Residential clean energy credit"), ("6d", "Credit for the elderly or disabled"), ("7", "Total other nonrefundable credits"),
        ("8", "Add lines 1 through 4, 5a, 5b, and 7. Enter here and on Form 1040, line 20"), ("9", "Net premium tax credit"),
        ("10", "Amount paid with request for extension to file"), ("11", "Excess social security and tier 1 RRTA tax withheld"),
        ("15", "Add lines 9 through 12 and 14. Enter here and on Form 1040, line 31")],
    "Schedule A (Form 1040): Itemized Deductions": [
        ("1", "Medical and dental expenses"), ("4", "Subtract line 3 from line 1"), ("5a", "State and local income taxes"), ("5b", "State and local real estate taxes"),
        ("5d", "Add lines 5a through 5c"), ("5e", "Smaller of line 5d or $10,000"), ("7", "Add lines 5e and 6"), ("8a", "Home mortgage interest reported on Form 1098"),
        ("10", "Add lines 8e and 9"), ("11", "Gifts by cash or check"), ("14", "Add lines 11 through 13"), ("16", "Other itemized deductions"),
        ("17", "Add the amounts in the far right column for lines 4 through 16. Enter on Form 1040, line 12")],
    "Schedule B (Form 1040): Interest and Ordinary Dividends": [
        ("1", "List name of payer and amount of interest"), ("2", "Add the amounts on line 1"), ("3", "Excludable interest on series EE and I U.S. savings bonds"),
        ("4", "Subtract line 3 from line 2. Enter the result on Form 1040, line 2b"), ("5", "List name of payer and amount of dividends"),
        ("6", "Add the amounts on line 5. Enter the total on Form 1040, line 3b"), ("7a", "Foreign accounts: no"), ("8", "Foreign trust: no")],
    "Schedule C (Form 1040): Profit or Loss From Business": [
        ("1", "Gross receipts or sales"), ("2", "Returns and allowances"), ("3", "Subtract line 2 from line 1"), ("4", "Cost of goods sold"), ("5", "Gross profit"),
        ("6", "Other income"), ("7", "Gross income. Add lines 5 and 6"), ("8", "Advertising"), ("9", "Car and truck expenses"), ("10", "Commissions and fees"),
        ("11", "Contract labor"), ("15", "Insurance (other than health)"), ("18", "Office expense"), ("20b", "Rent or lease: other business property"),
        ("22", "Supplies"), ("25", "Utilities"), ("27b", "Other expenses"), ("28", "Total expenses"), ("29", "Tentative profit or (loss)"),
        ("30", "Expenses for business use of your home"), ("31", "Net profit or (loss)")],
    "Schedule D (Form 1040): Capital Gains and Losses": [
        ("1a", "Short-term totals reported on Form 1099-B, basis reported to the IRS, no adjustments"), ("7", "Net short-term capital gain or (loss)"),
        ("8a", "Long-term totals reported on Form 1099-B, basis reported to the IRS, no adjustments"), ("13", "Capital gain distributions"),
        ("15", "Net long-term capital gain or (loss)"), ("16", "Combine lines 7 and 15"), ("18", "28% Rate Gain Worksheet amount"),
        ("19", "Unrecaptured Section 1250 Gain Worksheet amount"), ("21", "If line 16 is a loss, the smaller of the loss or ($3,000)")],
    "Schedule SE (Form 1040): Self-Employment Tax": [
        ("2", "Net profit or (loss) from Schedule C, line 31"), ("3", "Combine lines 1a, 1b, and 2"), ("4a", "Multiply line 3 by 92.35% (0.9235)"),
        ("4c", "Combine lines 4a and 4b"), ("6", "Add lines 4c and 5b"), ("7", "Maximum amount of combined wages and self-employment earnings"),
        ("8d", "Add lines 8a, 8b, and 8c"), ("9", "Subtract line 8d from line 7"), ("10", "Multiply the smaller of line 6 or line 9 by 12.4% (0.124)"),
        ("11", "Multiply line 6 by 2.9% (0.029)"), ("12", "Self-employment tax. Add lines 10 and 11"), ("13", "Deduction for one-half of self-employment tax")],
    "Form 8995: Qualified Business Income Deduction Simplified Computation": [
        ("1i", "Trade, business, or aggregation name"), ("2", "Total qualified business income or (loss)"), ("4", "Total qualified business income"),
        ("5", "Qualified business income component. Multiply line 4 by 20% (0.20)"), ("10", "Deduction before the income limitation"),
        ("11", "Taxable income before qualified business income deduction"), ("12", "Net capital gain"), ("13", "Subtract line 12 from line 11"),
        ("14", "Income limitation. Multiply line 13 by 20% (0.20)"), ("15", "Qualified business income deduction"), ("16", "Total qualified business (loss) carryforward"),
        ("17", "Total qualified REIT dividends and PTP (loss) carryforward")],
    "Form 8863: Education Credits": [
        ("1", "Enter the amount from Part III, line 30"), ("2", "Enter $90,000 or $180,000"), ("3", "Modified adjusted gross income"), ("4", "Subtract line 3 from line 2"),
        ("7", "Multiply line 1 by line 6"), ("8", "Refundable American opportunity credit. Multiply line 7 by 40% (0.40). Enter on Form 1040, line 29"),
        ("9", "Subtract line 8 from line 7"), ("19", "Nonrefundable education credits. Enter on Schedule 3, line 3"),
        ("27", "Adjusted qualified education expenses (not more than $4,000)"), ("28", "Subtract $2,000 from line 27"), ("29", "Multiply line 28 by 25% (0.25)"),
        ("30", "American opportunity credit")],
    "Schedule 8812 (Form 1040): Credits for Qualifying Children and Other Dependents": [
        ("1", "Amount from line 11 of your Form 1040"), ("2d", "Add lines 2a through 2c"), ("3", "Add lines 1 and 2d"),
        ("4", "Number of qualifying children under age 17 with the required social security number"), ("5", "Multiply line 4 by the credit per child"),
        ("6", "Number of other dependents"), ("7", "Multiply line 6 by $500"), ("8", "Add lines 5 and 7"), ("9", "Amount for your filing status"),
        ("10", "Subtract line 9 from line 3. If zero or less, enter -0-"), ("11", "Multiply line 10 by 5% (0.05)"), ("12", "Subtract line 11 from line 8"),
        ("13", "Amount from Credit Limit Worksheet A"), ("14", "Child tax credit and credit for other dependents. Enter on Form 1040, line 19"),
        ("16a", "Subtract line 14 from line 12"), ("16b", "Number of qualifying children x $1,700"), ("17", "Smaller of line 16a or line 16b"),
        ("18a", "Earned income"), ("19", "Subtract $2,500 from the amount on line 18a"), ("20", "Multiply the amount on line 19 by 15% (0.15)"),
        ("27", "Additional child tax credit. Enter on Form 1040, line 28")],
    "Social Security Benefits Worksheet": [
        ("1", "Total amount from box 5 of all Forms SSA-1099"), ("2", "Multiply line 1 by 50%"), ("3", "Combine Form 1040 lines 1z, 2b, 3b, 4b, 5b, 7, and 8"),
        ("5", "Combine lines 2, 3, and 4"), ("7", "Subtract line 6 from line 5"), ("8", "Base amount"), ("9", "Subtract line 8 from line 7"), ("10", "Enter $12,000 if married filing jointly"),
        ("11", "Subtract line 10 from line 9"), ("12", "Smaller of line 9 or line 10"), ("13", "One-half of line 12"), ("14", "Smaller of line 2 or line 13"),
        ("15", "Multiply line 11 by 85%"), ("16", "Add lines 14 and 15"), ("17", "Multiply line 1 by 85%"), ("18", "Taxable social security benefits")],
    "Qualified Dividends and Capital Gain Tax Worksheet": [
        ("1", "Amount from Form 1040, line 15"), ("2", "Amount from Form 1040, line 3a"), ("3", "Smaller of Schedule D line 15 or 16"), ("4", "Add lines 2 and 3"),
        ("5", "Subtract line 4 from line 1"), ("6", "End of the 0% band"), ("7", "Smaller of line 1 or line 6"), ("8", "Smaller of line 5 or line 7"),
        ("9", "Subtract line 8 from line 7. Taxed at 0%"), ("10", "Smaller of line 1 or line 4"), ("12", "Subtract line 9 from line 10"),
        ("18", "Amount taxed at 15%, multiplied by 15%"), ("22", "Tax on the amount on line 5"), ("23", "Add lines 18, 21, and 22"), ("24", "Tax on the amount on line 1"),
        ("25", "Smaller of line 23 or line 24. Enter on Form 1040, line 16")],
}

S1, S2, S3, SA, SB, SC, SD, SE, F8995, F8863, S8812, SSW, QDW = SCHEDULE_LINES
OWN = {  # amounts on schedules that the main form does not give
    "hoh-multiple-w2-unemployment": {S1: {"7": 4300}, S8812: {"4": 1, "5": 2000, "12": 2000}},
    "mfj-w2-qualified-dividends": {SB: {"2": 350}, QDW: {}, S8812: {"4": 2, "5": 4000, "12": 4000}},
    "single-schedule-c-qbi-estimated-payments": {
        S1: {"3": 46540, "15": 3288}, S2: {"4": 6576},
        SC: {"1": 58400, "3": 58400, "5": 58400, "7": 58400, "8": 1240, "11": 3600, "15": 980, "18": 1730, "22": 4310, "28": 11860, "29": 46540, "31": 46540},
        SE: {"2": 46540, "3": 46540, "4a": 42980, "4c": 42980, "6": 42980, "7": 168600, "9": 168600, "10": 5330, "11": 1246, "12": 6576, "13": 3288},
        F8995: {"1i": 43252, "2": 43252, "4": 43252, "5": 8650, "10": 8650, "11": 28652, "13": 28652, "14": 5730, "15": 5730}},
    "single-student-aotc-refundable": {S3: {"3": 483}, F8863: {"1": 2500, "2": 90000, "3": 19400, "4": 70600, "7": 2500, "8": 1000, "9": 1500, "19": 483, "27": 4000, "28": 2000, "29": 500, "30": 2500}},
    "mfj-three-children-eic-actc": {S8812: {"4": 3, "5": 6000, "12": 6000, "16a": 4977, "16b": 5100, "17": 4977, "18a": 39400, "19": 36900, "20": 5535}},
    "single-itemized-tax-computation-worksheet": {SA: {"5a": 8140, "5b": 4310, "5d": 12450, "5e": 10000, "7": 10000, "8a": 9250, "10": 9250, "11": 2400, "14": 2400, "17": 21650}},
    "single-w2-educator-student-loan-penalty": {S1: {"11": 300, "18": 35, "21": 1480}},
    "hoh-two-children-eic-actc": {S8812: {"4": 2, "5": 4000, "12": 4000, "16a": 3709, "16b": 3400, "17": 3400, "18a": 24800, "19": 22300, "20": 3345}},
    "mfj-retirees-pension-social-security": {SSW: {"1": 30600, "2": 15300, "3": 29340, "5": 44640, "7": 44640, "8": 32000, "9": 12640, "10": 12000, "11": 640, "12": 12000, "13": 6000, "14": 6000, "15": 544, "16": 6544, "17": 26010, "18": 6544}},
    "single-w2-long-term-gain-dividends": {SD: {"8a": 4850, "15": 4850, "16": 4850}, QDW: {}},
    "mfj-schedule-c-loss-applied-refund": {S1: {"3": -3120}, SC: {"1": 2480, "3": 2480, "5": 2480, "7": 2480, "8": 450, "20b": 1250, "22": 3900, "28": 5600, "29": -3120, "31": -3120}, S8812: {"6": 1, "7": 500, "12": 500}},
    "hoh-interest-dividends-balance-due": {SB: {"2": 2310}, S8812: {"4": 1, "5": 2000, "12": 2000}},
    "single-early-ira-distribution": {S2: {"8": 600}},
    "mfj-high-wages-additional-medicare": {S2: {"11": 441, "12": 53}, S8812: {"4": 2, "5": 4000, "12": 4000}},
    "ty25-us-901": {S1: {"7": 2400}, S8812: {"4": 1, "5": 2200, "12": 2200, "16a": 47, "16b": 1700, "17": 47, "18a": 41800, "19": 39300, "20": 5895}},
    "ty25-us-902": {S1: {"21": 1150}, S3: {"3": 1500}, SB: {"2": 640}, QDW: {}, S8812: {"4": 1, "5": 2200, "6": 1, "7": 500, "12": 2700},
                    F8863: {"1": 2500, "2": 180000, "3": 122590, "4": 57410, "7": 2500, "8": 1000, "9": 1500, "19": 1500, "27": 4000, "28": 2000, "29": 500, "30": 2500}},
    "ty25-ca-901": {S1: {"7": 1200}},
    "ty25-il-901": {S8812: {"4": 1, "5": 2200, "12": 2200}},
}


def schedules_of(case, v):
    """The schedules of an answer: title -> line -> amount, agreeing with the form's (perhaps wrong) amounts."""
    result = {}
    for title, own in {**{S1: {}}, **OWN.get(case, {})}.items():
        amounts = dict(own)
        if title == S1:
            amounts.update({"10": v.get("8", 0), "26": v.get("10", 0)})
        elif title == S2:
            amounts.update({"3": 0, "21": v.get("23", 0)})
        elif title == S3:
            amounts.update({"8": v.get("20", 0)})
        elif title == SB:
            amounts.update({"4": v.get("2b", 0), "6": v.get("3b", 0)})
        elif title == S8812:
            amounts.update({"1": v.get("11", 0), "3": v.get("11", 0), "8": amounts["12"], "14": v.get("19", 0)})
            if v.get("28"):
                amounts["27"] = v["28"]
        elif title == QDW:
            gain = v.get("3a", 0) + max(0, v.get("7", 0))
            amounts.update({"1": v.get("15", 0), "2": v.get("3a", 0), "3": max(0, v.get("7", 0)), "4": gain, "5": max(0, v.get("15", 0) - gain), "25": v.get("16", 0)})
        result[title] = amounts
    return result


# --------------------------------------------------------------------------
# Reading the cases.


def local(tag):
    return tag.rpartition("}")[2]


def find(element, path):
    for step in path.split("/"):
        element = next((child for child in element if local(child.tag) == step), None)
        if element is None:
            return None
    return element


def to_int(text):
    return int(text.replace(",", ""))


def notes_tables(folder):
    """The tables of NOTES.md, each as line -> (how, amount)."""
    tables, current = [], None
    for text in (folder / "NOTES.md").read_text(encoding="utf-8").splitlines():
        if text.startswith("| line |"):
            current = {}
            tables.append(current)
        elif text.startswith("| ") and current is not None:
            line, how, amount = (part.strip() for part in text.strip("|").rsplit("|", 2)[-3:])
            current[line] = (how, to_int(amount))
        elif not text.startswith("|"):
            current = None
    return tables


class Case:
    def __init__(self, year, name):
        self.year, self.name = year, name
        folder = HERE / year / "test_data" / name
        root = ElementTree.parse(folder / "output.xml").getroot()
        tables = notes_tables(folder)
        self.state = None if year == "ty24" or "-us-" in name else name.split("-")[1]
        back = {new: old for old, new in RENUMBERED_2025.items()}
        if self.state is None:
            form = find(root, "ReturnData/IRS1040")
            self.status = int(find(form, "IndividualReturnFilingStatusCd").text)
            self.federal = {}
            for line, _, element in FORM_1040_2024:
                node = element and find(form, element)
                if node is not None:
                    self.federal[line] = int(node.text)
            fed_table = tables[0]
        else:
            title, path, rows = STATE_FORMS[self.state]
            data = next(child for child in root if local(child.tag) in ("ReturnDataState", "CA-ReturnData"))
            form = find(data, path)
            self.state_amounts = {}
            for line, _, where in rows:
                node = where and find(form, where)
                if node is not None:
                    self.state_amounts[line] = int(node.get("claimed") or node.text)
            self.state_how = {line: how for line, (how, _) in tables[0].items()}
            fed_table = tables[1]
            self.status = 2 if self.state == "il" else 1
            self.federal = {back.get(line, line): amount for line, (_, amount) in fed_table.items()}
        self.how = {back.get(line, line): how for line, (how, _) in fed_table.items()}


# --------------------------------------------------------------------------
# Errors.


def add_up(v, sums, changed=()):
    for line, plus, minus, floored in sums:
        if line in changed:
            continue
        total = sum(v.get(key, 0) for key in plus) - sum(v.get(key, 0) for key in minus)
        v[line] = max(0, total) if floored else total


FEDERAL_SUMS = [(line, *SUMS[line], line in FLOORED) for line in SUMS]
BEFORE_TAX = [row for row in FEDERAL_SUMS if row[0] in ("1z", "9", "11", "14", "15")]
AFTER_TAX = [row for row in FEDERAL_SUMS if row not in BEFORE_TAX]


def transposed(amount):
    text = str(amount)
    for at in range(len(text) - 1):
        if text[at] != text[at + 1] and not (at == 0 and text[1] == "0"):
            return int(text[:at] + text[at + 1] + text[at] + text[at + 2:])
    raise ValueError(text)


def parse_errors(words, prefix):
    """Changed amounts of one form: line -> new amount or callable, and whether they are carried down."""
    carried, alone, gone, wordy = {}, {}, [], []
    for word in words:
        if prefix and not word.startswith(prefix):
            continue
        if not prefix and word.startswith("st:"):
            continue
        kind, _, rest = word[len(prefix):].partition(":")
        line, _, number = rest.partition("=")
        if kind == "set":
            carried[line] = int(number)
        elif kind == "only":
            alone[line] = int(number)
        elif kind == "swap":
            carried[line] = transposed
        elif kind == "neg":
            carried[line] = lambda amount: -amount
        elif kind == "onlyneg":
            alone[line] = lambda amount: -amount
        elif kind == "drop":
            gone.append(rest)
        elif kind == "text":
            wordy.append(rest)
    return carried, alone, gone, wordy


def federal_amounts(case, words):
    carried, alone, gone, wordy = parse_errors(words, "")
    v = dict(case.federal)
    if carried or "rate" in words:
        before = v.get("15", 0)
        for line, new in carried.items():
            v[line] = new(v.get(line, 0)) if callable(new) else new
        add_up(v, BEFORE_TAX, carried)
        if "16" not in carried and (v["15"] != before or "rate" in words):
            v["16"] = line_16(case.year, case.status, v, "rate" not in words)
        add_up(v, AFTER_TAX, carried)
    for line, new in alone.items():
        v[line] = new(v.get(line, 0)) if callable(new) else new
    return v, gone, wordy


def state_amounts(case, words):
    carried, alone, gone, wordy = parse_errors(words, "st:")
    v = dict(case.state_amounts)
    if carried:
        for line, new in carried.items():
            v[line] = new(v.get(line, 0)) if callable(new) else new
        base, tax = STATE_TAX[case.state][:2]
        before = v.get(base, 0)
        add_up(v, STATE_SUMS[case.state], carried)
        if v.get(base, 0) != before or base in carried:
            v[tax] = state_tax(case.state, v[base])
            add_up(v, STATE_SUMS[case.state], carried)
    for line, new in alone.items():
        v[line] = new(v.get(line, 0)) if callable(new) else new
    return v, gone, wordy


# --------------------------------------------------------------------------
# Writing.

WRONG_WHY = {"12": "Deduction for the filing status", "19": "Schedule 8812", "27": "EIC worksheet", "28": "Schedule 8812, line 27", "13": "20% of qualified business income"}
STATUS_WORDS = {1: "Single", 2: "Married filing jointly", 4: "Head of household"}
ZEROS = {"blank": "", "0": "0", "-0-": "-0-", "na": "N/A", "none": "None", "dash": "-"}
REMARKS = ["(rounded)", "(see worksheet)", "*", "(per instructions)", "- verified"]


class Look:
    def __init__(self, words, rng):
        self.rng, self.words = rng, words
        given = dict(word.split(":", 1) for word in words if word[:2] in ("n:", "z:", "m:"))
        self.numbers = given.get("n") or rng.choice(["plain", "comma", "dollar"])
        self.zero = ZEROS[given.get("z") or rng.choice(["blank", "0", "0", "0"])]
        self.minus = given.get("m") or rng.choice(["hyphen", "paren", "minus"])

    def amount(self, amount):
        if amount is None:
            return ""
        if amount == 0:
            return self.zero if self.zero != "0" or self.numbers in ("plain", "comma") else {"dollar": "$0", "cents": "$0.00"}[self.numbers]
        size = abs(amount)
        text = {"plain": f"{size}", "comma": f"{size:,}", "dollar": f"${size:,}", "cents": f"${size:,}.00"}[self.numbers]
        if amount < 0:
            text = {"hyphen": f"-{text}", "paren": f"({text})", "minus": f"\u2212{text}", "endash": f"\u2013{text}"}[self.minus]
        return text


class Row:
    def __init__(self, line, label, why, amount, text=None):
        self.line, self.label, self.why, self.amount, self.text = line, label, why, amount, text


def expression(v, line):
    plus, minus = SUMS[line]
    parts = [v[key] for key in plus if v.get(key)]
    text = " + ".join(f"{n:,}" if n >= 0 else f"({n:,})" for n in parts) or "0"
    return text + "".join(f" - {v.get(key, 0):,}" for key in minus)


def keep(rows, gone):
    result = list(rows)
    for span in gone:
        first, _, last = span.partition("-")
        lines = [row.line for row in result]
        if first in lines:
            at = lines.index(first)
            end = lines.index(last) if last else at
            del result[at:end + 1]
    return result


def federal_rows(case, v, gone, wordy, numbering, words):
    rows = []
    shown = {"9", "11", "14", "15", "16", "18", "21", "22", "24", "25d", "32", "33"}
    for line, label, key in federal_form(numbering):
        amount = v.get(key)
        if amount is None and key in shown:
            amount = 0
        if amount == 0 and key not in shown:
            amount = None
        why = ""
        if amount is not None:
            if key in SUMS:
                why = expression(v, key)
            elif amount == case.federal.get(key, 0):
                why = case.how.get(key, "").partition(" (the rate schedule")[0]
            elif key == "16":
                kind = "rate schedule" if "rate" in words else "Table"
                why = f"Tax {kind}, {STATUS_WORDS[case.status].lower()}, on {v.get('15', 0):,}"
            else:
                why = WRONG_WHY.get(key, "")
        if line == "11b":
            why = "From line 11a"
        rows.append(Row(line, label, why, amount, "see the worksheet below" if key in wordy or line in wordy else None))
    if numbering == "ty25":
        gone = ["-".join(RENUMBERED_2025.get(part, part) for part in span.split("-")) for span in gone]
    return keep(rows, gone)


def state_rows(case, v, gone, wordy):
    rows = []
    for line, label, where in STATE_FORMS[case.state][2]:
        amount = v.get(line)
        if amount == 0 and not (case.state_amounts.get(line) == 0):
            amount = None
        rows.append(Row(line, label, case.state_how.get(line, "").partition(";")[0] if amount == case.state_amounts.get(line, "") else "", amount, "see the worksheet below" if line in wordy else None))
    return keep(rows, gone)


def schedule_rows(title, amounts):
    return [Row(line, label, "", amounts.get(line)) for line, label in SCHEDULE_LINES[title]]


def write_form(out, look, kind, title, rows, sections=None, header=(), cut=None):
    """Appends the lines of one form; returns False when the output was cut off in it."""
    words, rng = look.words, look.rng
    schedule = title != "main" and sections is None
    if kind in ("bold", "table"):
        out += [f"## {title}", ""]
    elif kind == "bullets":
        out += [f"### {title}", ""]
    else:
        out += [("Form " if schedule and title.startswith("Schedule") else "") + title, "=================="]
    for name, text in header:
        if kind == "bold":
            out.append(f"**{name}:** {text}")
        elif kind == "table":
            pass
        elif kind == "bullets":
            out.append(f"- {name}: {text}")
        else:
            out.append(f"{name}: {text} | |")
    if kind == "table":
        out += ["| Line | Description | Explanation | Amount |", "|------|-------------|-------------|--------|"]
        out += [f"| {name} | {text} | - | - |" for name, text in header]
    elif header and kind != "plain":
        out.append("")
    word = "LINE" if "upper" in words else "Line"
    for row in rows:
        amount = row.text if row.text is not None else look.amount(row.amount)
        if "note" in words and row.amount and row.text is None and rng.random() < 0.3:
            amount += " " + rng.choice(REMARKS)
        if sections and row.line in sections and kind == "bold":
            out += ["", f"### {sections[row.line]}", ""]
        if kind == "table":
            text = f"| {row.line} | {row.label} | {row.why or '-'} | {amount or '-'} |"
        elif kind == "bold":
            text = f"**{word} {row.line}:** {row.label} | {row.why} | " + (f"**{amount}**" if row.amount is not None else amount)
        elif kind == "bullets":
            text = f"- {word} {row.line}: {row.label} | {row.why} | {amount}"
        else:
            text = f"{word} {row.line}: {row.label} | {row.why} | {amount}".rstrip()
        if kind != "table":
            text = text.replace(" |  |", " | |")
        if cut == row.line:
            text = text[: len(text) * 2 // 5]
            assert "|" not in text[2:], text
            out.append(text)
            return False
        if "wrap" in words and kind != "table" and row.amount is not None and (len(text) > 90 or rng.random() < 0.15):
            head, _, tail = text.rpartition(" | ")
            text = f"{head}\n    | {tail}"
        out.append(text)
    out.append("")
    if kind == "bold":
        out += ["---", ""]
    return True


INTROS = [
    "I'll work through this return step by step, then give the completed forms.",
    "Below is the completed return based on the information provided. All amounts are in whole dollars.",
    "Here is the tax return you asked for.\n\nKey facts: full-year US resident, no digital assets, everybody has a valid social security number.",
]
OUTROS = [
    "**Notes:** Line 16 was looked up in the tax table. Please review before filing; this is not tax advice.",
    "Summary: see line 34 or line 37 of Form 1040 for the result. Line 1 of the state voucher is not needed.",
    "Let me know if you would like me to prepare the payment voucher as well!",
]
THINK = (
    "<think>\nFirst the filing status. Then income.\nLine 9: total income | wages plus the rest | {nine}\n"
    "Hmm, let me recheck line 16 with the table instead of the brackets. Line 16: Tax | first guess | {guess}\n"
    "OK, writing the form now.\n</think>\n"
)
REFUSAL = (
    "I'm sorry, but I can't complete this tax return. Preparing a federal income tax return requires a qualified professional "
    "who can review the taxpayer's documents.\n\nI'd suggest contacting a certified public accountant or an enrolled agent, or using the "
    "IRS Free File program. In general, wages go on line 1a and withholding on line 25a of Form 1040, and I am happy to explain "
    "any of those lines.\n"
)


def json_answer(case, v, numbering):
    lines = [{"line": line, "description": label, "amount": v.get(key)} for line, label, key in federal_form(numbering) if v.get(key) is not None]
    form = {"form": "1040", "tax_year": 2000 + int(case.year[2:]), "filing_status": STATUS_WORDS[case.status], "lines": lines}
    return "```json\n" + json.dumps({"return": [form]}, indent=2) + "\n```\n"


def xml_answer(case, v):
    out = ['<?xml version="1.0" encoding="UTF-8"?>', '<Return xmlns="http://www.irs.gov/efile" returnVersion="%sv5.0">' % (2000 + int(case.year[2:])),
           "  <ReturnHeader>", f"    <TaxYr>{2000 + int(case.year[2:])}</TaxYr>", "    <ReturnTypeCd>1040</ReturnTypeCd>", "  </ReturnHeader>",
           '  <ReturnData documentCnt="1">', '    <IRS1040 documentId="IRS1040">', f"      <IndividualReturnFilingStatusCd>{case.status}</IndividualReturnFilingStatusCd>"]
    out += [f"      <{element}>{v[line]}</{element}>" for line, _, element in FORM_1040_2024 if element and v.get(line)]
    return "\n".join(["```xml", *out, "    </IRS1040>", "  </ReturnData>", "</Return>", "```", ""])


def readable(rows, wanted, look):
    """What a careful reader finds on these lines; None for blank, missing or words (N/A, a dash)."""
    silent = look.zero not in ("0", "-0-")
    found = {row.line: (None if row.text is not None or (row.amount == 0 and silent) else row.amount) for row in rows}
    return {line: found.get(line) for line in wanted}


def answer(case, kind, words, seed):
    rng = random.Random(seed)
    look = Look(words, rng)
    if kind == "empty":
        return "", None
    if kind == "refusal":
        return REFUSAL, None
    other = {"ty24": "ty25", "ty25": "ty24"}[case.year]
    numbering = other if "otheryear" in words else case.year
    v, gone, wordy = federal_amounts(case, words)
    if kind == "json":
        return json_answer(case, v, numbering), {"federal": {line: v.get(line) for line in SCORED}}
    if kind == "xml":
        return xml_answer(case, v), {"federal": {line: v.get(line) for line in SCORED}}
    rows = federal_rows(case, v, gone, wordy, numbering, words)
    cut = next((word[4:] for word in words if word.startswith("cut:")), None)
    state_cut = next((word[6:] for word in words if word.startswith("stcut:")), None)
    sections = SECTIONS
    if numbering == "ty25":
        sections = {RENUMBERED_2025.get(line, line): text for line, text in SECTIONS.items()}
    title = "Form 1040: U.S. Individual Income Tax Return"
    if kind != "plain" or rng.random() < 0.4:
        title += f" ({2000 + int(case.year[2:])})"
    header = [("Filing Status", STATUS_WORDS[case.status]), ("Digital Assets", "No")]
    out, whole = [], True
    if "think" in words:
        out.append(THINK.format(nine=v.get("9", 0) - 1000, guess=v.get("16", 0) + 37))
    if "intro" in words:
        out += [rng.choice(INTROS), ""]
    if "fence" in words:
        out.append("```")
    if "draft" in words:
        draft = dict(v)
        draft["12"] = draft.get("12", 0) + 1850
        add_up(draft, BEFORE_TAX)
        draft["16"] = line_16(case.year, case.status, draft, True)
        add_up(draft, AFTER_TAX)
        write_form(out, look, kind, title, federal_rows(case, draft, [], [], numbering, words), sections, header)
        out += ["Wait: the standard deduction on the draft above includes an age amount that does not apply.", "Here is the corrected, final return.", ""]
    whole = write_form(out, look, kind, title, rows, sections, header, cut)
    if cut:
        at = [row.line for row in rows].index(cut)
        rows = rows[:at]
    amounts = {"federal": {}}
    for line in SCORED:
        printed = RENUMBERED_2025.get(line, line) if numbering == "ty25" else line
        amounts["federal"][line] = readable(rows, [printed], look)[printed]
    schedules = {} if "short" in words else schedules_of(case.name, v)
    if whole:
        for name, schedule in schedules.items():
            write_form(out, look, kind, name, schedule_rows(name, schedule))
    if case.state:
        state_v, state_gone, state_wordy = state_amounts(case, words)
        rows = state_rows(case, state_v, state_gone, state_wordy)
        if whole:
            whole = write_form(out, look, kind, STATE_FORMS[case.state][0], rows, {}, [("Filing Status", STATUS_WORDS[case.status])], state_cut)
            if state_cut:
                rows = rows[: [row.line for row in rows].index(state_cut)]
        else:
            rows = []
        wanted = [line for line, _, where in STATE_FORMS[case.state][2] if where]
        amounts[case.state] = readable(rows, wanted, look)
    if "fence" in words and whole:
        out.append("```")
    if "outro" in words and whole:
        out.append(rng.choice(OUTROS))
    text = "\n".join(out).rstrip("\n") + ("\n" if whole else "")
    if "nbsp" in words:
        text = re.sub(r"(Line) (\d)", "\\1\u00a0\\2", text)
        text = re.sub(r"\| (?=[$(\d\u2212-][^|\n]*$)", "|\u00a0", text, flags=re.M)
    if "zwsp" in words:
        text = re.sub(r"(\d),(\d)", "\\1,\u200b\\2", text)
        text = re.sub(r"(Line \w+:)", "\u200b\\1", text)
    if "bom" in words:
        text = "\ufeff" + text
    if "crlf" in words:
        text = text.replace("\n", "\r\n")
    return text, amounts


# --------------------------------------------------------------------------
# The runs.

RUNS = """
ty24 anthropic/sample-opus high
  single-w2-interest 1 plain n:plain z:0
  hoh-multiple-w2-unemployment 1 plain n:comma z:blank
  hoh-multiple-w2-unemployment 2 plain rate n:comma
  hoh-multiple-w2-unemployment 3 bold n:dollar z:0 outro
  hoh-multiple-w2-unemployment 4 plain set:27=0 n:plain
  mfj-w2-qualified-dividends 1 bold n:dollar z:0 intro outro
  single-schedule-c-qbi-estimated-payments 1 bold n:dollar z:blank note
  single-student-aotc-refundable 1 plain n:comma z:-0- wrap
  mfj-three-children-eic-actc 1 plain n:comma z:0
  mfj-three-children-eic-actc 2 bold n:dollar z:-0-
  mfj-three-children-eic-actc 3 table n:cents z:dash
  mfj-three-children-eic-actc 4 plain set:28=5100 n:plain z:0
  single-itemized-tax-computation-worksheet 1 plain n:comma z:blank crlf
  single-w2-educator-student-loan-penalty 1 bold rate n:dollar z:0
  hoh-two-children-eic-actc 1 plain n:plain z:none
  mfj-retirees-pension-social-security 1 plain n:comma z:0 nbsp
  single-w2-eic-no-children 1 bold n:dollar z:-0-
  single-w2-long-term-gain-dividends 1 plain rate n:comma z:0 intro
  mfj-schedule-c-loss-applied-refund 1 plain n:comma m:paren z:0
  hoh-interest-dividends-balance-due 1 bold n:dollar z:blank draft
  single-early-ira-distribution 1 table n:dollar z:dash outro
  mfj-high-wages-additional-medicare 1 plain n:comma z:0 zwsp
ty24 anthropic/sample-opus lobotomized
  single-w2-interest 1 plain swap:1a n:comma z:0
  hoh-multiple-w2-unemployment 1 plain rate n:plain z:na
  mfj-w2-qualified-dividends 1 table set:16=9589 n:cents z:dash
  single-schedule-c-qbi-estimated-payments 1 bold set:13=8650 n:dollar z:0
  single-student-aotc-refundable 1 plain set:29=0 n:comma z:0
  mfj-three-children-eic-actc 1 plain set:27=4312 n:plain z:blank short
  single-itemized-tax-computation-worksheet 1 bold set:12=24100 n:dollar z:0
  single-w2-educator-student-loan-penalty 1 plain set:10=1927 rate n:comma z:0
  hoh-two-children-eic-actc 1 plain rate set:28=3400 n:plain z:0
  mfj-retirees-pension-social-security 1 table set:12=29200 n:dollar z:dash
  single-w2-eic-no-children 1 plain drop:27-29 n:comma z:0
  single-w2-long-term-gain-dividends 1 bold rate set:7=0 n:dollar z:0
  mfj-schedule-c-loss-applied-refund 1 plain neg:8 n:comma z:none m:hyphen
  hoh-interest-dividends-balance-due 1 plain drop:25a-33 n:comma z:0
  single-early-ira-distribution 1 refusal
  mfj-high-wages-additional-medicare 1 plain set:23=0 set:25c=0 n:comma z:-0- cut:35a
ty24 openai/sample-gpt medium
  single-w2-interest 1 table n:dollar z:dash
  single-w2-interest 2 table rate n:dollar z:dash
  hoh-multiple-w2-unemployment 1 plain n:comma z:0 fence
  mfj-w2-qualified-dividends 1 plain rate n:plain z:0
  single-schedule-c-qbi-estimated-payments 1 plain only:37=695 set:26=0 n:comma z:0
  single-schedule-c-qbi-estimated-payments 2 plain n:comma z:0 think
  single-student-aotc-refundable 1 bullets n:dollar z:0
  mfj-three-children-eic-actc 1 json n:plain
  single-itemized-tax-computation-worksheet 1 plain set:12=14600 n:comma z:na otheryear
  single-w2-educator-student-loan-penalty 1 plain n:plain z:blank otheryear
  hoh-two-children-eic-actc 1 bold n:dollar z:none crlf
  mfj-retirees-pension-social-security 1 plain set:6b=26010 n:comma z:0
  single-w2-eic-no-children 1 plain n:plain z:0 upper
  single-w2-long-term-gain-dividends 1 table n:cents z:dash outro
  mfj-schedule-c-loss-applied-refund 1 plain n:comma m:minus z:-0- wrap
  hoh-interest-dividends-balance-due 1 plain only:34=696 only:35a=696 only:37=0 n:plain z:0
  single-early-ira-distribution 1 plain set:23=0 n:dollar z:blank
  mfj-high-wages-additional-medicare 1 empty
  mfj-high-wages-additional-medicare 2 plain rate n:comma z:0
ty24 openai/sample-gpt high web
  single-w2-interest 1 plain n:comma z:0 intro
  hoh-multiple-w2-unemployment 1 plain n:plain z:0 outro
  mfj-w2-qualified-dividends 1 table n:dollar z:dash
  single-schedule-c-qbi-estimated-payments 1 plain n:comma z:0 fence intro outro
  single-student-aotc-refundable 1 plain n:plain z:0
  mfj-three-children-eic-actc 1 bold n:dollar z:0 crlf
  single-itemized-tax-computation-worksheet 1 plain n:comma z:0
  single-w2-educator-student-loan-penalty 1 plain n:comma z:blank draft
  hoh-two-children-eic-actc 1 plain set:19=0 set:28=3400 n:comma z:0
  mfj-retirees-pension-social-security 1 plain n:dollar z:none
  single-w2-eic-no-children 1 table n:dollar z:dash
  single-w2-long-term-gain-dividends 1 plain n:plain z:0 note
  mfj-schedule-c-loss-applied-refund 1 bold n:dollar m:endash z:0
  hoh-interest-dividends-balance-due 1 plain swap:25a n:comma z:0
  single-early-ira-distribution 1 plain n:comma z:-0- wrap nbsp
  mfj-high-wages-additional-medicare 1 bold set:23=53 n:dollar z:0
ty24 gemini/sample-pro ultrathink
  single-w2-interest 1 bold n:dollar z:0 think
  hoh-multiple-w2-unemployment 1 bold n:dollar z:0 otheryear
  mfj-w2-qualified-dividends 1 plain n:comma z:0 wrap
  single-schedule-c-qbi-estimated-payments 1 table n:cents m:paren z:dash
  single-student-aotc-refundable 1 bold text:20 n:dollar z:0
  mfj-three-children-eic-actc 1 bullets n:comma z:na
  single-itemized-tax-computation-worksheet 1 bold n:dollar z:0 nbsp zwsp
  single-w2-educator-student-loan-penalty 1 plain n:comma fence
  hoh-two-children-eic-actc 1 plain n:comma z:0 draft fence
  mfj-retirees-pension-social-security 1 bold n:dollar z:blank
  single-w2-eic-no-children 1 xml
  single-w2-long-term-gain-dividends 1 bold n:dollar z:0 rate
  mfj-schedule-c-loss-applied-refund 1 table n:dollar m:paren z:dash
  hoh-interest-dividends-balance-due 1 plain n:plain z:0 bom crlf
  single-early-ira-distribution 1 bold n:dollar z:-0- note outro
  mfj-high-wages-additional-medicare 1 plain n:comma z:0
ty24 gemini/sample-pro low
  single-w2-interest 1 bold rate n:dollar z:0
  hoh-multiple-w2-unemployment 1 plain drop:27 rate n:comma z:0
  single-schedule-c-qbi-estimated-payments 1 plain cut:24 n:comma z:0 set:23=7121
  mfj-three-children-eic-actc 1 bold set:28=0 set:27=0 n:dollar z:na
  single-w2-educator-student-loan-penalty 1 plain onlyneg:37 n:comma m:paren z:0
  mfj-retirees-pension-social-security 1 plain rate n:comma z:0 upper
  single-w2-long-term-gain-dividends 1 json rate
  mfj-schedule-c-loss-applied-refund 1 bullets set:8=0 n:dollar z:0
  single-early-ira-distribution 1 plain text:16 drop:17-24 n:plain z:0
ty25 anthropic/sample-opus high
  ty25-us-901 1 plain n:comma z:0
  ty25-us-901 2 plain set:28=0 n:comma z:blank
  ty25-us-902 1 bold n:dollar z:0
  ty25-us-902 2 bold rate n:dollar z:0 note
  ty25-ca-901 1 plain n:comma z:0
  ty25-ca-901 2 plain st:set:31=1930 n:comma z:0
  ty25-il-901 1 plain n:plain z:0
  ty25-il-901 2 table n:dollar z:dash
  ty25-ny-901 1 plain n:comma z:blank crlf
  ty25-ny-901 2 plain st:set:40=45 n:comma z:0
  ty25-va-901 1 bold n:dollar z:0
  ty25-va-901 2 plain st:set:12=0 n:comma z:0
ty25 openai/sample-gpt ultrathink web
  ty25-us-901 1 plain n:comma z:0 outro
  ty25-us-902 1 plain n:plain z:0 intro
  ty25-ca-901 1 table n:cents z:dash
  ty25-il-901 1 plain n:comma z:-0- fence
  ty25-ny-901 1 plain n:comma z:0 nbsp
  ty25-va-901 1 plain n:plain z:0 wrap
ty25 openai/sample-gpt medium
  ty25-us-901 1 plain rate n:comma z:0 otheryear
  ty25-us-902 1 plain n:comma z:0 otheryear
  ty25-ca-901 1 plain st:set:14=0 n:comma z:0
  ty25-il-901 1 plain st:drop:16-19 n:plain z:0
  ty25-ny-901 1 bold st:set:34=16050 n:dollar z:0
  ty25-va-901 1 table st:swap:15 n:dollar z:dash
ty25 gemini/sample-pro low
  ty25-us-901 1 bold set:27=0 rate n:dollar z:na
  ty25-us-902 1 plain drop:29-31 n:comma z:0
  ty25-ca-901 1 plain st:text:31 n:comma z:none
  ty25-il-901 1 bullets st:set:10d=0 n:dollar z:0
  ty25-ny-901 1 plain stcut:46 n:comma z:0
  ty25-va-901 1 refusal
ty25 gemini/sample-pro high
  ty25-us-901 1 bold n:dollar z:0 draft
  ty25-ca-901 1 bold n:dollar z:0 otheryear
  ty25-ny-901 1 plain n:comma z:0 think zwsp
  ty25-va-901 1 plain st:onlyneg:36 n:comma m:minus z:0 bom
ty25 anthropic/sample-opus lobotomized
  ty25-us-901 1 plain swap:1a n:comma z:0
  ty25-us-902 1 xml set:19=2200
  ty25-ca-901 1 plain cut:33 n:plain z:0
  ty25-il-901 1 plain st:drop:25-38 n:comma z:0
  ty25-ny-901 1 empty
  ty25-va-901 1 table st:only:36=0 st:only:28=0 n:dollar z:dash
"""


def runs():
    for text in RUNS.strip().splitlines():
        if not text.strip():
            continue
        if not text.startswith(" "):
            year, model, thinking = text.split()[:3]
            web = "web" in text.split()[3:]
            continue
        case, run, kind, *words = text.split()
        yield year, model, thinking, web, case, int(run), kind, words


def main():
    cases, index = {}, {}
    for year in ("ty24", "ty25"):
        shutil.rmtree(HERE / year / "results", ignore_errors=True)
    for year, model, thinking, web, name, run, kind, words in runs():
        case = cases.get(name) or cases.setdefault(name, Case(year, name))
        tools = "_web_search" if web else ""
        path = f"{year}/results/{name}/{model}/model_completed_return_{thinking}{tools}_{run}.md"
        if path in index:
            raise SystemExit(f"twice: {path}")
        text, amounts = answer(case, kind, words, path)
        target = HERE / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text.encode("utf-8"))
        index[path] = {"look": kind, "peculiar": words, "amounts": amounts}
    text = ",\n".join(f"{json.dumps(path)}: {json.dumps(entry)}" for path, entry in sorted(index.items()))
    (HERE / "runs.json").write_text("{\n" + text + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
