"""Subject, process, forms, messages and arrival of support tickets."""
